"""Calendars that people already have: tokens to read with, accounts elsewhere, what lies there, and which row is which event."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"


def upgrade() -> None:
    op.create_table(
        "calendar_tokens",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("allows", sa.JSON, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("calendar_tokens_hash", "calendar_tokens", ["hash"], unique=True)
    op.create_index("calendar_tokens_once", "calendar_tokens", ["person", "key"], unique=True)
    op.create_table(
        "calendar_accounts",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("username", sa.String(300), nullable=False),
        sa.Column("takes_new", sa.Boolean, nullable=False),
        sa.Column("components", sa.JSON, nullable=False),
        sa.Column("sync_token", sa.String(1000)),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("report", sa.JSON),
        sa.Column("created", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("calendar_accounts_once", "calendar_accounts", ["person", "key"], unique=True)
    op.create_table(
        "calendar_items",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("href", sa.String(1000), nullable=False),
        sa.Column("etag", sa.String(300)),
        sa.Column("uid", sa.String(300), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("calendar_items_once", "calendar_items", ["account_id", "href"], unique=True)
    op.create_table(
        "calendar_links",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(300), nullable=False),
        sa.Column("instance", sa.String(40), nullable=False),
        sa.Column("component", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("row", sa.Integer, nullable=False),
        sa.Column("seen", sa.JSON, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("calendar_links_once", "calendar_links", ["person", "account_id", "uid", "instance"], unique=True)
    op.create_index("calendar_links_row", "calendar_links", ["kind", "row"], unique=True)


def downgrade() -> None:
    for table in ("calendar_links", "calendar_items", "calendar_accounts", "calendar_tokens"):
        op.drop_table(table)

"""The Life-Style agent's declaration."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
from yamori.agentkit.tool import Toolset
from yamori.agents.lifestyle.answering import Answering
from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.intake import Intake
from yamori.agents.lifestyle.policy import LifestylePolicy
from yamori.agents.lifestyle.rules.constraints import constraints_of
from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Papers
from yamori.agents.lifestyle.tools import PaperTools
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models, Role
from yamori.understanding.frame import IntentName


def lifestyle_agent(papers: Papers, intake: Intake, starting: Starting, *, models: Models, reranker: TextEncoder | None = None) -> Agent:
    """The agent over these papers; `models` judge what answers, and translate; a `closer` encoder orders what was found again."""
    finding = Finding(papers, reranker)
    answering = Answering(papers, finding, models)
    tools = Toolset(PaperTools(papers, intake, finding, answering, starting))
    return Agent(
        card=Card(
            name="lifestyle",
            title="Papers and daily life",
            title_ja="書類と暮らしの知恵",
            does="Answers questions from the household's own papers (manuals, house rules, recipes, warranties, bills) and from practical "
            "knowledge of cooking, appliances, money, wellbeing, evacuation and family life, with the source.",
            does_ja="取扱説明書・家のルール・レシピ・保証書・請求書などの書類と、料理・家電・お金・こころ・避難・家族の知恵から、出典つきで答えます。",
            examples=(
                "How do I descale the kettle?",
                "What does the tenancy agreement say about pets?",
                "What can I cook without an oven tonight?",
                "What should be in an emergency bag?",
                "ケトルの手入れの方法は？",
                "非常持ち出し袋には何を入れる？",
            ),
            tools=tools.names(),
            intents=(IntentName.ASK.value,),
            quotes=True,
            recalls=("health",),
            looks="in your papers",
            looks_ja="家の書類",
        ),
        role=Role.LIFESTYLE,
        tools=tools,
        policy=LifestylePolicy(papers, answering, starting),
        check_constraints=constraints_of,
    )

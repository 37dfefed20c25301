"""What stands on the pages of a PDF, from PDFium's characters to paragraphs under headings."""

/** Begins what an answer is an answer to, as mail programs write it above what they quote. */
const QUOTE_INTRODUCTION =
  /^(?:On|Am|Le|El|Il|Op|Den|Em|Dnia)\s.{0,200}(?:wrote|schrieb.{0,100}|a écrit|escribió|ha scritto|schreef.{0,100}|skrev.{0,100}|escreveu|napisał.{0,100})\s?:$/;
const ORIGINAL_MESSAGE_SEPARATOR =
  /^(?:-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d'origine)\s?-{2,}|_{20,})$/;
/** The first lines of what an answer is an answer to, as some mail programs repeat its head: who wrote it, and when or to whom. */
const QUOTED_HEADER = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od)\s?:/;
const QUOTED_HEADER_CONTINUATION =
  /^\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Para|Asunto|Inviato|Data|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne|Wysłano|Do|Temat)\s?:/;
const QUOTED_HEADER_LINES = 4;
/** What stands between name and text, and what phones write below by themselves. */
const SIGNATURE =
  /^(?:-- ?|Sent from my .{1,60}|Get Outlook for .{1,60}|Von meinem .{1,60} gesendet\.?|Envoyé de mon .{1,60}|Enviado desde mi .{1,60}|Inviato da(?:l mio)? .{1,60}|Verzonden vanaf mijn .{1,60}|Skickat från min .{1,60}|Wysłane z .{1,60})$/;
/** Of longer lines only so much is looked at. */
const MAX_LINE_CHARACTERS = 400;

const isQuoteIntroduction = (line: string): boolean =>
  QUOTE_INTRODUCTION.test(line.slice(0, MAX_LINE_CHARACTERS).trim());

const isQuotedHeader = (lines: readonly string[], index: number): boolean =>
  QUOTED_HEADER.test(lines[index] ?? "") &&
  lines.slice(index + 1, index + QUOTED_HEADER_LINES).some((line) => QUOTED_HEADER_CONTINUATION.test(line));

/**
 * What somebody wrote, of a letter's plain text: without their signature; and, in an answer, without what it answers and all that
 * follows.
 */
export function stripQuotedReply(text: string, isAnswer: boolean): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const end = lines.findIndex((line, index) => {
    if (SIGNATURE.test(line)) return true;
    if (!isAnswer) return false;
    // Long names have the announcement go over two lines.
    const together = `${line} ${lines[index + 1] ?? ""}`;
    return (
      ORIGINAL_MESSAGE_SEPARATOR.test(line.trim()) ||
      isQuoteIntroduction(line) ||
      isQuoteIntroduction(together) ||
      isQuotedHeader(lines, index)
    );
  });
  const kept = end === -1 ? lines : lines.slice(0, end);
  if (isAnswer) while (kept.length > 0 && /^(?:>.*|\s*)$/.test(kept.at(-1) ?? "")) kept.pop();
  return kept.join("\n").trim();
}

/** Line with which mail clients introduce quoted text. */
const QUOTE_INTRODUCTION =
  /^(?:On|Am|Le|El|Il|Op|Den|Em|Dnia)\s.{0,200}(?:wrote|schrieb.{0,100}|a écrit|escribió|ha scritto|schreef.{0,100}|skrev.{0,100}|escreveu|napisał.{0,100})\s?:$/;
const ORIGINAL_MESSAGE_SEPARATOR =
  /^(?:-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d'origine)\s?-{2,}|_{20,})$/;
/**
 * Lines with which some mail clients start quoted text: they repeat its headers, first the sender, then the date or the
 * recipient.
 */
const QUOTED_HEADER = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od)\s?:/;
const QUOTED_HEADER_CONTINUATION =
  /^\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Para|Asunto|Inviato|Data|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne|Wysłano|Do|Temat)\s?:/;
const QUOTED_HEADER_LINES = 4;
/** Separator before a signature, or a line that phones append automatically. */
const SIGNATURE =
  /^(?:-- ?|Sent from my .{1,60}|Get Outlook for .{1,60}|Von meinem .{1,60} gesendet\.?|Envoyé de mon .{1,60}|Enviado desde mi .{1,60}|Inviato da(?:l mio)? .{1,60}|Verzonden vanaf mijn .{1,60}|Skickat från min .{1,60}|Wysłane z .{1,60})$/;
/** Maximum number of characters that are examined per line. */
const MAX_LINE_CHARACTERS = 400;

const isQuoteIntroduction = (line: string): boolean =>
  QUOTE_INTRODUCTION.test(line.slice(0, MAX_LINE_CHARACTERS).trim());

const isQuotedHeader = (lines: readonly string[], index: number): boolean =>
  QUOTED_HEADER.test(lines[index] ?? "") &&
  lines.slice(index + 1, index + QUOTED_HEADER_LINES).some((line) => QUOTED_HEADER_CONTINUATION.test(line));

/**
 * Returns the part of an email's plain text that its sender has written: the text without the signature. In a reply,
 * the quoted text and everything after it is removed too.
 */
export function stripQuotedReply(text: string, isAnswer: boolean): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const end = lines.findIndex((line, index) => {
    if (SIGNATURE.test(line)) return true;
    if (!isAnswer) return false;
    // If the names are long, the introduction spans two lines.
    const together = `${line} ${lines[index + 1] ?? ""}`;
    return (
      ORIGINAL_MESSAGE_SEPARATOR.test(line.trim()) ||
      isQuoteIntroduction(line) ||
      isQuoteIntroduction(together) ||
      isQuotedHeader(lines, index)
    );
  });
  const remaining = end === -1 ? lines : lines.slice(0, end);
  if (isAnswer) while (remaining.length > 0 && /^(?:>.*|\s*)$/.test(remaining.at(-1) ?? "")) remaining.pop();
  return remaining.join("\n").trim();
}

import { Parser } from "htmlparser2";

/** Far more than any provider's responses have. */
const MAX_DEPTH = 40;
const MAX_ELEMENTS = 2000;
const MAX_ATTRIBUTES = 30;

/**
 * Makes sure that a response is small and even, before anything is done to it that takes longer the more it is nested.
 * @throws Error
 */
export function refuseOddDocument(xml: string): void {
  // Nobody needs a document type, and parsers have been led astray by them.
  if (/<!DOCTYPE/i.test(xml)) throw new Error("the response has a document type");
  let [depth, elements] = [0, 0];
  const parser = new Parser(
    {
      onopentag(_name, attributes) {
        if (++depth > MAX_DEPTH || ++elements > MAX_ELEMENTS || Object.keys(attributes).length > MAX_ATTRIBUTES) {
          throw new Error("the response is nested too deeply, or has too many parts");
        }
      },
      onclosetag(_name, isImplied) {
        depth -= 1;
        if (isImplied && !isSelfClosing(xml, parser.endIndex)) throw new Error("the response has an unclosed element");
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(xml);
  const closing = xml.split("</").length - 1;
  if (elements === 0 || closing > elements) throw new Error("the response has mismatched elements");
}

const isSelfClosing = (xml: string, end: number): boolean => xml.slice(end - 1, end + 1) === "/>";

import { Parser } from "htmlparser2";

/** An element of a bucket's response: its own text and its child elements. */
export interface XmlElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

/**
 * Parses the XML of a response of the object storage (S3). Throws if the text contains no element; other errors in the
 * XML are ignored.
 */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: "", text: "", children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name) {
        const element = { name, text: "", children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
  const [top] = root.children;
  if (!top) throw new Error("the bucket's response is not XML");
  return top;
}

/** Returns the text of the child element with the given name, or an empty string if there is no such element. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? "";

import { Parser } from "htmlparser2";

/** An element of a bucket's answer: its own text, and the elements within. */
export interface XmlElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

/** Reads what a bucket answers in XML. Throws where it is none. */
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

/** The text of an element within, or an empty one. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? "";

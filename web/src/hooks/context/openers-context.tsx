import { createContext, use } from "react";

/** A video of another site. */
export interface HostedVideo {
  /** Of its player. */
  readonly address: string;
  readonly title: string;
  /** Where it is shown by its own site. */
  readonly page: string;
}

/** Opens what many parts of the page lead to. */
export interface Openers {
  /** Shows who somebody is, beside what was pressed. */
  readonly person: (userId: number, beside: Element) => void;
  /** Shows a picture large, with the others around it. */
  readonly image: (image: HTMLImageElement) => void;
  /** Plays a video of another site, which hears of it then. */
  readonly video: (video: HostedVideo) => void;
}

const Context = createContext<Openers>({
  person: () => undefined,
  image: () => undefined,
  video: () => undefined,
});

export const OpenersProvider = Context;

/** The ways to open somebody's card, or a picture. */
export const useOpeners = (): Openers => use(Context);

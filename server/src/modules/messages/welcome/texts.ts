/** What the welcome bot says to every newcomer. */
export const GREETING = `Hello, and welcome to Parlance! 👋 I am the Welcome Bot, and this is a direct message to you alone.

* People talk in **channels**, and in each of them about many **topics**: read one at a time, and answer where it belongs.
* To begin something new, give it a topic of its own, in the channel whose people it concerns.
* What concerns one person, or a few, goes into a **direct message** like this one.

I have starred this message, so that you find it again. Have a good time here!`;

/** What the administrators have to say to newcomers, as the welcome bot passes it on. */
export const fromAdministrators = (text: string): string =>
  `The administrators of this organization have a message for you:\n\n${text}`;

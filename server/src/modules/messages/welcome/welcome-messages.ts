/** The message that the welcome bot sends to every new user. */
export const WELCOME_MESSAGE = `Hello, and welcome to Parlance! 👋 I'm the Welcome Bot, and this is a direct message that only you can see.

* Conversations happen in **channels**, and each channel is organized into **topics**. Read one topic at a time, and reply in the topic where the conversation started.
* To start a new conversation, pick the channel where it belongs and give it a topic of its own.
* To talk to one person or a small group privately, send a **direct message** like this one.

I starred this message, so that you can find it again under starred messages.`;

/** Returns the message with which the welcome bot passes on the administrators' text to new users. */
export const customWelcomeMessage = (text: string): string =>
  `The administrators of this organization have a message for you:\n\n${text}`;

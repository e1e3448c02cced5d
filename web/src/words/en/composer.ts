/** Where one writes. */
export const composer = {
  message: "Message",
  send: "Send",
};

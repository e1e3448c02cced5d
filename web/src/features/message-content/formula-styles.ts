// Loaded when a message with a formula is first shown.
import "katex/dist/katex.min.css";

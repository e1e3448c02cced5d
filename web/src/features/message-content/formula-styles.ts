// The styles of formulas. Loaded when a message with a formula is shown for the first time.
import "katex/dist/katex.min.css";

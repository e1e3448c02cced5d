// Loaded when a message first has a formula.
import "katex/dist/katex.min.css";

import { Field } from "./field.tsx";

interface FilterFieldProps {
  /** What it finds; stands in it while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A line to write into that leaves of a list what fits. Enter does nothing there: it would save the window around it. */
export const FilterField = ({ label, ...rest }: FilterFieldProps) => (
  <Field
    {...rest}
    label={label}
    isLabelHidden
    placeholder={label}
    onKeyDown={(event) => {
      if (event.key === "Enter") event.preventDefault();
    }}
  />
);

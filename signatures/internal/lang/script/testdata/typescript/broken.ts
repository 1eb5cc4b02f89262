export function before(a: number): string {
  return '';
}

export class Broken {
  ok(): void {}
  bad(: number {
    if (
  }
}

export function after(b: string): void {}
export const tail = (x: number) => x;

using System;
Console.WriteLine("x");
void F() {}
class A {}

namespace Pooling.Benchmarks.Dispatch;

/// <summary>All 64 keys.</summary>
internal static class OpcodeKeys
{
    internal const int Count = 64;

    internal static void VisitAll<TVisitor>(TVisitor visitor) where TVisitor : IOpcodeKeyVisitor
    {
        visitor.Visit<OpcodeKey<Digit0, Digit0, Digit0>>(0);
        visitor.Visit<OpcodeKey<Digit0, Digit0, Digit1>>(1);
        visitor.Visit<OpcodeKey<Digit0, Digit0, Digit2>>(2);
        visitor.Visit<OpcodeKey<Digit0, Digit0, Digit3>>(3);
        visitor.Visit<OpcodeKey<Digit0, Digit1, Digit0>>(4);
        visitor.Visit<OpcodeKey<Digit0, Digit1, Digit1>>(5);
        visitor.Visit<OpcodeKey<Digit0, Digit1, Digit2>>(6);
        visitor.Visit<OpcodeKey<Digit0, Digit1, Digit3>>(7);
        visitor.Visit<OpcodeKey<Digit0, Digit2, Digit0>>(8);
        visitor.Visit<OpcodeKey<Digit0, Digit2, Digit1>>(9);
        visitor.Visit<OpcodeKey<Digit0, Digit2, Digit2>>(10);
        visitor.Visit<OpcodeKey<Digit0, Digit2, Digit3>>(11);
        visitor.Visit<OpcodeKey<Digit0, Digit3, Digit0>>(12);
        visitor.Visit<OpcodeKey<Digit0, Digit3, Digit1>>(13);
        visitor.Visit<OpcodeKey<Digit0, Digit3, Digit2>>(14);
        visitor.Visit<OpcodeKey<Digit0, Digit3, Digit3>>(15);
        visitor.Visit<OpcodeKey<Digit1, Digit0, Digit0>>(16);
        visitor.Visit<OpcodeKey<Digit1, Digit0, Digit1>>(17);
        visitor.Visit<OpcodeKey<Digit1, Digit0, Digit2>>(18);
        visitor.Visit<OpcodeKey<Digit1, Digit0, Digit3>>(19);
        visitor.Visit<OpcodeKey<Digit1, Digit1, Digit0>>(20);
        visitor.Visit<OpcodeKey<Digit1, Digit1, Digit1>>(21);
        visitor.Visit<OpcodeKey<Digit1, Digit1, Digit2>>(22);
        visitor.Visit<OpcodeKey<Digit1, Digit1, Digit3>>(23);
        visitor.Visit<OpcodeKey<Digit1, Digit2, Digit0>>(24);
        visitor.Visit<OpcodeKey<Digit1, Digit2, Digit1>>(25);
        visitor.Visit<OpcodeKey<Digit1, Digit2, Digit2>>(26);
        visitor.Visit<OpcodeKey<Digit1, Digit2, Digit3>>(27);
        visitor.Visit<OpcodeKey<Digit1, Digit3, Digit0>>(28);
        visitor.Visit<OpcodeKey<Digit1, Digit3, Digit1>>(29);
        visitor.Visit<OpcodeKey<Digit1, Digit3, Digit2>>(30);
        visitor.Visit<OpcodeKey<Digit1, Digit3, Digit3>>(31);
        visitor.Visit<OpcodeKey<Digit2, Digit0, Digit0>>(32);
        visitor.Visit<OpcodeKey<Digit2, Digit0, Digit1>>(33);
        visitor.Visit<OpcodeKey<Digit2, Digit0, Digit2>>(34);
        visitor.Visit<OpcodeKey<Digit2, Digit0, Digit3>>(35);
        visitor.Visit<OpcodeKey<Digit2, Digit1, Digit0>>(36);
        visitor.Visit<OpcodeKey<Digit2, Digit1, Digit1>>(37);
        visitor.Visit<OpcodeKey<Digit2, Digit1, Digit2>>(38);
        visitor.Visit<OpcodeKey<Digit2, Digit1, Digit3>>(39);
        visitor.Visit<OpcodeKey<Digit2, Digit2, Digit0>>(40);
        visitor.Visit<OpcodeKey<Digit2, Digit2, Digit1>>(41);
        visitor.Visit<OpcodeKey<Digit2, Digit2, Digit2>>(42);
        visitor.Visit<OpcodeKey<Digit2, Digit2, Digit3>>(43);
        visitor.Visit<OpcodeKey<Digit2, Digit3, Digit0>>(44);
        visitor.Visit<OpcodeKey<Digit2, Digit3, Digit1>>(45);
        visitor.Visit<OpcodeKey<Digit2, Digit3, Digit2>>(46);
        visitor.Visit<OpcodeKey<Digit2, Digit3, Digit3>>(47);
        visitor.Visit<OpcodeKey<Digit3, Digit0, Digit0>>(48);
        visitor.Visit<OpcodeKey<Digit3, Digit0, Digit1>>(49);
        visitor.Visit<OpcodeKey<Digit3, Digit0, Digit2>>(50);
        visitor.Visit<OpcodeKey<Digit3, Digit0, Digit3>>(51);
        visitor.Visit<OpcodeKey<Digit3, Digit1, Digit0>>(52);
        visitor.Visit<OpcodeKey<Digit3, Digit1, Digit1>>(53);
        visitor.Visit<OpcodeKey<Digit3, Digit1, Digit2>>(54);
        visitor.Visit<OpcodeKey<Digit3, Digit1, Digit3>>(55);
        visitor.Visit<OpcodeKey<Digit3, Digit2, Digit0>>(56);
        visitor.Visit<OpcodeKey<Digit3, Digit2, Digit1>>(57);
        visitor.Visit<OpcodeKey<Digit3, Digit2, Digit2>>(58);
        visitor.Visit<OpcodeKey<Digit3, Digit2, Digit3>>(59);
        visitor.Visit<OpcodeKey<Digit3, Digit3, Digit0>>(60);
        visitor.Visit<OpcodeKey<Digit3, Digit3, Digit1>>(61);
        visitor.Visit<OpcodeKey<Digit3, Digit3, Digit2>>(62);
        visitor.Visit<OpcodeKey<Digit3, Digit3, Digit3>>(63);
    }
}

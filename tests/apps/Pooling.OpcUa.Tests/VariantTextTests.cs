using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;

namespace Pooling.OpcUa;

public sealed class VariantTextTests
{
    private static readonly DateTime s_time = new(2026, 11, 24, 1, 2, 3, 4, DateTimeKind.Utc);

    [Fact]
    public void ToString_OfAnyValue_ShowsIt()
    {
        (Variant Value, string Text)[] cases =
        [
            (default, "null"),
            ((string?)null, "null"),
            ("", ""),
            ("tank 1 is full", "tank 1 is full"),
            (true, "True"),
            (-12, "-12"),
            (1.5, "1.5"),
            (double.NaN, "NaN"),
            (1.25f, "1.25"),
            (Variant.From(ulong.MaxValue), "18446744073709551615"),
            (s_time, "2026-11-24T01:02:03.0040000Z"),
            (Variant.From(new Guid("72962B91-FA75-4AE6-8D28-B404DC7DAF63")), "72962b91-fa75-4ae6-8d28-b404dc7daf63"),
            (Variant.From<byte[]>([0, 1, 254]), "0x0001FE"),
            (Variant.From<byte[]>(new byte[100]), "0x00000000000000000000000000000000… (100 bytes)"),
            (Variant.From(new NodeId("a", 2)), "ns=2;s=a"),
            (Variant.From(new ExpandedNodeId(new NodeId(85), "urn:a", 3)), "svr=3;nsu=urn:a;i=85"),
            (Variant.From(new ExpandedNodeId(new NodeId(85))), "i=85"),
            (Variant.From(StatusCodes.BadTimeout), "0x800A0000"),
            (Variant.From(new QualifiedName(2, "Level")), "2:Level"),
            (Variant.From(new QualifiedName(0, "Message")), "Message"),
            (Variant.From(new LocalizedText("en", "full")), "full"),
            (Variant.From(default(LocalizedText)), "null"),
            (Variant.From(new XmlElement("<a/>")), "<a/>"),
            (Variant.From(new ExtensionObject(new NodeId(884), new byte[16])), "i=884 (16 bytes)"),
            (Variant.From(new ExtensionObject(new NodeId(884), null)), "i=884"),
            (Variant.From(new DataValue(7.5, StatusCodes.BadTimeout)), "7.5 (0x800A0000)"),
            (Variant.From(new DataValue(7.5)), "7.5"),
            (Variant.FromArray((int[]?)null), "null"),
            (Variant.FromArray<int>([]), "[]"),
            (Variant.FromArray([1, 2, 3]), "[1, 2, 3]"),
            (Variant.FromArray([.. Enumerable.Range(0, 1_000)]), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (1000)]"),
            (Variant.FromArray<string?>(["a", null, new string('x', 100)]), $"[a, null, {new string('x', 64)}…]"),
            (Variant.FromMatrix([1, 2, 3, 4, 5, 6], 2, 3), "2x3 [1, 2, 3, 4, 5, 6]"),
            (Variant.FromArray<Variant>([1, "b", Variant.FromArray([1.5, 2.5]), default]), "[1, b, [1.5, 2.5], null]"),
        ];
        Assert.Equal(cases.Select(static one => one.Text), cases.Select(static one => one.Value.ToString()));
    }

    [Fact]
    public void ToString_OfAPooledArray_ShowsItsElements()
    {
        using var array = new PooledArray<double>(2);
        array.Span[0] = 0.5;
        array.Span[1] = 1;

        Assert.Equal("[0.5, 1]", Variant.FromArray(array).ToString());
    }

    [Fact]
    public void ToString_OfALongText_ShowsAllOfIt() // only elements of arrays are shortened
    {
        string text = new('x', 10_000);

        Assert.Equal(text, ((Variant)text).ToString());
    }
}

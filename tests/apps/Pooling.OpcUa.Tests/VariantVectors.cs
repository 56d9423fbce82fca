using OpcUa.Protocol.BuiltIn;

namespace Pooling.OpcUa;

/// <summary>Variants with their bytes, derived by hand from OPC 10000-6, 5.2.2. Some are examples of that document.</summary>
internal static class VariantVectors
{
    // 116,444,736,000,000,000 = 0x019DB1DED53E8000
    private static readonly DateTime s_unixEpoch = new(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly Guid s_guid = new("72962B91-FA75-4AE6-8D28-B404DC7DAF63");

    internal static readonly (string Name, Variant Value, string Hex)[] Scalars =
    [
        ("null", default, "00"),
        ("false", false, "01 00"),
        ("true", true, "01 01"),
        ("sbyte", Variant.From<sbyte>(-2), "02 FE"),
        ("byte", Variant.From<byte>(200), "03 C8"),
        ("int16", Variant.From<short>(-2), "04 FE FF"),
        ("uint16", Variant.From<ushort>(0xABCD), "05 CD AB"),
        ("int32", 1_000_000_000, "06 00 CA 9A 3B"),
        ("uint32", 0xDEADBEEFu, "07 EF BE AD DE"),
        ("int64", -2L, "08 FE FF FF FF FF FF FF FF"),
        ("uint64", Variant.From(0x0102030405060708ul), "09 08 07 06 05 04 03 02 01"),
        ("float", -6.5f, "0A 00 00 D0 C0"),
        ("double", -6.5, "0B 00 00 00 00 00 00 1A C0"),
        ("string", "\u6C34Boy", "0C 06 00 00 00 E6 B0 B4 42 6F 79"),
        ("empty string", "", "0C 00 00 00 00"),
        ("null string", (string?)null, "0C FF FF FF FF"),
        ("time", s_unixEpoch, "0D 00 80 3E D5 DE B1 9D 01"),
        ("least time", DateTime.MinValue, "0D 00 00 00 00 00 00 00 00"),
        ("largest time", DateTime.MaxValue, "0D FF FF FF FF FF FF FF 7F"),
        ("guid", Variant.From(s_guid), "0E 91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63"),
        ("byte string", Variant.From<byte[]?>([1, 2, 3]), "0F 03 00 00 00 01 02 03"),
        ("null byte string", Variant.From<byte[]?>(null), "0F FF FF FF FF"),
        ("xml", Variant.From(new XmlElement("<a/>")), "10 04 00 00 00 3C 61 2F 3E"),
        ("two-byte node id", Variant.From(new NodeId(72)), "11 00 48"),
        ("four-byte node id", Variant.From(new NodeId(1025, 5)), "11 01 05 01 04"),
        ("numeric node id", Variant.From(new NodeId(0x12345, 300)), "11 02 2C 01 45 23 01 00"),
        ("string node id", Variant.From(new NodeId("Hot\u6C34", 1)), "11 03 01 00 06 00 00 00 48 6F 74 E6 B0 B4"),
        ("guid node id", Variant.From(new NodeId(s_guid, 2)), "11 04 02 00 91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63"),
        ("opaque node id", Variant.From(new NodeId([0xAA, 0xBB], 3)), "11 05 03 00 02 00 00 00 AA BB"),
        ("expanded node id", Variant.From(new ExpandedNodeId(new NodeId(1), "urn", 9)), "12 C0 01 03 00 00 00 75 72 6E 09 00 00 00"),
        ("plain expanded node id", Variant.From(new ExpandedNodeId(new NodeId(1))), "12 00 01"),
        ("status", Variant.From(new StatusCode(0x80340000)), "13 00 00 34 80"),
        ("qualified name", Variant.From(new QualifiedName(2, "N")), "14 02 00 01 00 00 00 4E"),
        ("localized text", Variant.From(new LocalizedText("en", "T")), "15 03 02 00 00 00 65 6E 01 00 00 00 54"),
        ("text without locale", Variant.From(new LocalizedText(null, "T")), "15 02 01 00 00 00 54"),
        ("empty localized text", Variant.From(default(LocalizedText)), "15 00"),
        ("structure", Variant.From(new ExtensionObject(new NodeId(811), [0x0A])), "16 01 00 2B 03 01 01 00 00 00 0A"),
        ("structure without body", Variant.From(new ExtensionObject(new NodeId(5), null)), "16 00 05 00"),
        ("structure in xml", Variant.From(new ExtensionObject(new NodeId(5), [0x3C], IsXml: true)), "16 00 05 02 01 00 00 00 3C"),
        ("data value", Variant.From(new DataValue(true, new StatusCode(1), s_unixEpoch, s_unixEpoch, 2, 3)),
            "17 3F 01 01 01 00 00 00 00 80 3E D5 DE B1 9D 01 02 00 00 80 3E D5 DE B1 9D 01 03 00"),
        ("empty data value", Variant.From(default(DataValue)), "17 00"),
        ("diagnostics",
            Variant.From<DiagnosticInfo?>(new DiagnosticInfo
            {
                SymbolicId = 1,
                NamespaceUri = 2,
                Locale = 3,
                LocalizedText = 4,
                AdditionalInfo = "i",
                InnerStatusCode = new StatusCode(5),
                InnerDiagnosticInfo = new DiagnosticInfo { SymbolicId = 6 },
            }),
            "19 7F 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 01 00 00 00 69 05 00 00 00 01 06 00 00 00"),
    ];

    internal static readonly (string Name, Variant Value, string Hex)[] Arrays =
    [
        ("bool[]", Variant.FromArray<bool>([true, false]), "81 02 00 00 00 01 00"),
        ("sbyte[]", Variant.FromArray<sbyte>([-1]), "82 01 00 00 00 FF"),
        ("byte[]", Variant.FromArray<byte>([1, 2]), "83 02 00 00 00 01 02"),
        ("int16[]", Variant.FromArray<short>([1, -1]), "84 02 00 00 00 01 00 FF FF"),
        ("uint16[]", Variant.FromArray<ushort>([0x1234]), "85 01 00 00 00 34 12"),
        ("int32[]", Variant.FromArray<int>([1, -1]), "86 02 00 00 00 01 00 00 00 FF FF FF FF"),
        ("uint32[]", Variant.FromArray<uint>([7]), "87 01 00 00 00 07 00 00 00"),
        ("int64[]", Variant.FromArray<long>([-2]), "88 01 00 00 00 FE FF FF FF FF FF FF FF"),
        ("uint64[]", Variant.FromArray<ulong>([2]), "89 01 00 00 00 02 00 00 00 00 00 00 00"),
        ("float[]", Variant.FromArray<float>([-6.5f]), "8A 01 00 00 00 00 00 D0 C0"),
        ("double[]", Variant.FromArray<double>([-6.5]), "8B 01 00 00 00 00 00 00 00 00 00 1A C0"),
        ("string[]", Variant.FromArray<string?>(["a", null, ""]), "8C 03 00 00 00 01 00 00 00 61 FF FF FF FF 00 00 00 00"),
        ("time[]", Variant.FromArray<DateTime>([s_unixEpoch]), "8D 01 00 00 00 00 80 3E D5 DE B1 9D 01"),
        ("guid[]", Variant.FromArray<Guid>([s_guid]), "8E 01 00 00 00 91 2B 96 72 75 FA E6 4A 8D 28 B4 04 DC 7D AF 63"),
        ("byte string[]", Variant.FromArray<byte[]?>([[1], null]), "8F 02 00 00 00 01 00 00 00 01 FF FF FF FF"),
        ("xml[]", Variant.FromArray<XmlElement>([new XmlElement("<")]), "90 01 00 00 00 01 00 00 00 3C"),
        ("node id[]", Variant.FromArray<NodeId>([new NodeId(1), new NodeId(2)]), "91 02 00 00 00 00 01 00 02"),
        ("expanded node id[]", Variant.FromArray<ExpandedNodeId>([new ExpandedNodeId(new NodeId(1))]), "92 01 00 00 00 00 01"),
        ("status[]", Variant.FromArray<StatusCode>([new StatusCode(1)]), "93 01 00 00 00 01 00 00 00"),
        ("qualified name[]", Variant.FromArray<QualifiedName>([new QualifiedName(1, null)]), "94 01 00 00 00 01 00 FF FF FF FF"),
        ("localized text[]", Variant.FromArray<LocalizedText>([default]), "95 01 00 00 00 00"),
        ("structure[]", Variant.FromArray<ExtensionObject>([new ExtensionObject(new NodeId(5), null)]), "96 01 00 00 00 00 05 00"),
        ("data value[]", Variant.FromArray<DataValue>([new DataValue(true), default]), "97 02 00 00 00 01 01 01 00"),
        ("variant[]", Variant.FromArray<Variant>([true, Variant.FromArray<byte>([9]), default]),
            "98 03 00 00 00 01 01 83 01 00 00 00 09 00"),
        ("diagnostics[]", Variant.FromArray<DiagnosticInfo?>([null, new DiagnosticInfo { SymbolicId = 1 }]),
            "99 02 00 00 00 00 01 01 00 00 00"),
        ("empty array", Variant.FromArray<int>([]), "86 00 00 00 00"),
        ("null array", Variant.FromArray<int>((int[]?)null), "86 FF FF FF FF"),
        ("matrix", Variant.FromMatrix([1, 2, 3, 4, 5, 6], 2, 3),
            "C6 06 00 00 00 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00 06 00 00 00 02 00 00 00 02 00 00 00 03 00 00 00"),
        ("matrix of texts", Variant.FromMatrix<string?>(["a", null], 1, 1, 2),
            "CC 02 00 00 00 01 00 00 00 61 FF FF FF FF 03 00 00 00 01 00 00 00 01 00 00 00 02 00 00 00"),
        ("empty matrix", Variant.FromMatrix(Array.Empty<byte>(), 5, 0), "C3 00 00 00 00 02 00 00 00 05 00 00 00 00 00 00 00"),
    ];

    internal static IEnumerable<(string Name, Variant Value, string Hex)> All => Scalars.Concat(Arrays);

    internal static (string Name, Variant Value, string Hex) Find(string name) => All.Single(vector => vector.Name == name);
}

using System.Globalization;
using OpcUa.Protocol.BuiltIn;

namespace Pooling.OpcUa.Driver;

/// <summary>Converts values, ids and status codes to a form of JSON that other languages can read.</summary>
internal static class PlainValue
{
    public static string Text(StatusCode status) => $"0x{status.Code:x8}";

    public static object Describe(DataValue value) => new
    {
        value = From(value.Value),
        type = value.Value.Type.ToString(),
        status = Text(value.StatusCode),
        ticks = value.SourceTimestamp.Ticks.ToString(CultureInfo.InvariantCulture), // more digits than a JavaScript number has
    };

    /// <summary>Parses an id with a number or a text, such as <c>ns=2;i=1</c>.</summary>
    public static NodeId ParseNodeId(string text)
    {
        ushort space = 0;
        if (text.StartsWith("ns=", StringComparison.Ordinal))
        {
            int end = text.IndexOf(';', StringComparison.Ordinal);
            space = ushort.Parse(text.AsSpan(3, end - 3), CultureInfo.InvariantCulture);
            text = text[(end + 1)..];
        }

        return text[0] == 'i'
            ? new NodeId(uint.Parse(text.AsSpan(2), CultureInfo.InvariantCulture), space)
            : new NodeId(text[2..], space);
    }

    private static object? From(Variant value) => value.Type switch
    {
        BuiltInType.Null => null,
        BuiltInType.Boolean => From<bool>(value),
        BuiltInType.SByte => From<sbyte>(value),
        BuiltInType.Byte => value.IsArray ? value.GetSpan<byte>().ToArray().Select(static one => (int)one).ToArray() : value.Get<byte>(),
        BuiltInType.Int16 => From<short>(value),
        BuiltInType.UInt16 => From<ushort>(value),
        BuiltInType.Int32 => From<int>(value),
        BuiltInType.UInt32 => From<uint>(value),
        BuiltInType.Int64 => From<long>(value),
        BuiltInType.UInt64 => From<ulong>(value),
        BuiltInType.Float => From<float>(value),
        BuiltInType.Double => From<double>(value),
        BuiltInType.String => From<string>(value),
        BuiltInType.DateTime => From<DateTime>(value),
        BuiltInType.Guid => From<Guid>(value),
        BuiltInType.ByteString => From<byte[]>(value),
        _ => value.ToString(),
    };

    private static object? From<T>(Variant value) => value.IsArray ? value.GetSpan<T>().ToArray() : value.Get<T>();
}

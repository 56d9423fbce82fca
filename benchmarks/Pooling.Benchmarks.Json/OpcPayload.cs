namespace Pooling.Benchmarks.Json;

/// <summary>Writes the pieces of a message. Brackets are those of JSON.</summary>
internal interface IOpcEncoder
{
    void Start(char bracket);

    void End(char bracket);

    void WriteName(string name);

    void WriteNumber<T>(T value) where T : struct, INumber<T>;

    /// <summary>Writes what is no number: a truth, a text, a time, a GUID or bytes.</summary>
    void WriteOther(object value);
}

/// <summary>What the codec rows write: each scalar type once and ten data values, and, from 100 KB on, arrays of 1,000 of each of the eight
/// numeric types, as often as the size needs. Types have their numbers in the protocol.</summary>
internal sealed class OpcPayload
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    private readonly OpcVariant[] _scalars =
    [
        new OpcOther(1, true), new OpcNumbers<sbyte>(2, -12), new OpcNumbers<byte>(3, 250), new OpcNumbers<short>(4, -12_345),
        new OpcNumbers<ushort>(5, 54_321), new OpcNumbers<int>(6, -1_234_567), new OpcNumbers<uint>(7, 3_234_567_890),
        new OpcNumbers<long>(8, -1_234_567_890_123), new OpcNumbers<ulong>(9, 12_345_678_901_234), new OpcNumbers<float>(10, 12.5f),
        new OpcNumbers<double>(11, 1234.5678), new OpcOther(12, "Boiler 7, \"feed\" line\n"), new OpcOther(13, s_time),
        new OpcOther(14, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)), new OpcOther(15, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }),
    ];

    private readonly (OpcVariant Value, object Time)[] _dataValues =
        [.. Enumerable.Range(0, 10).Select(static i => (new OpcNumbers<double>(11, i + 0.5), (object)s_time.AddSeconds(i)))];

    private readonly OpcVariant[] _arrays;

    internal OpcPayload(int kilobytes)
    {
        OpcVariant[] arrays =
        [
            Multiples<short>(4, 31), Multiples<ushort>(5, 61), Multiples(6, -12_347), Multiples(7, 123_457u),
            Multiples(8, 1_234_567_891L), Multiples(9, 123_456_789UL), Multiples(10, 0.25f), Multiples(11, 0.125),
        ];
        _arrays = [.. Enumerable.Repeat(arrays, kilobytes / 64).SelectMany(static some => some)]; // about 64 KB each time
    }

    internal void Write<TEncoder>(TEncoder encoder) where TEncoder : IOpcEncoder
    {
        encoder.Start('{');
        encoder.WriteName("Scalars");
        WriteAll(encoder, _scalars);
        encoder.WriteName("DataValues");
        encoder.Start('[');
        foreach ((OpcVariant value, object time) in _dataValues)
        {
            encoder.Start('{');
            encoder.WriteName("Value");
            value.Write(encoder);
            encoder.WriteName("StatusCode");
            encoder.WriteNumber(0);
            encoder.WriteName("SourceTimestamp");
            encoder.WriteOther(time);
            encoder.End('}');
        }

        encoder.End(']');
        encoder.WriteName("Arrays");
        WriteAll(encoder, _arrays);
        encoder.End('}');
    }

    private static void WriteAll<TEncoder>(TEncoder encoder, OpcVariant[] variants) where TEncoder : IOpcEncoder
    {
        encoder.Start('[');
        foreach (OpcVariant variant in variants)
            variant.Write(encoder);

        encoder.End(']');
    }

    private static OpcNumbers<T> Multiples<T>(int type, T factor) where T : struct, INumber<T> =>
        new(type, [.. Enumerable.Range(0, 1_000).Select(i => T.CreateTruncating(i) * factor)]);

    private abstract class OpcVariant(int type)
    {
        internal void Write<TEncoder>(TEncoder encoder) where TEncoder : IOpcEncoder
        {
            encoder.Start('{');
            encoder.WriteName("Type");
            encoder.WriteNumber(type);
            encoder.WriteName("Body");
            WriteBody(encoder);
            encoder.End('}');
        }

        private protected abstract void WriteBody<TEncoder>(TEncoder encoder) where TEncoder : IOpcEncoder;
    }

    private sealed class OpcNumbers<T>(int type, params T[] values) : OpcVariant(type) where T : struct, INumber<T>
    {
        private protected override void WriteBody<TEncoder>(TEncoder encoder)
        {
            if (values.Length > 1)
                encoder.Start('[');

            foreach (T value in values)
                encoder.WriteNumber(value);

            if (values.Length > 1)
                encoder.End(']');
        }
    }

    private sealed class OpcOther(int type, object value) : OpcVariant(type)
    {
        private protected override void WriteBody<TEncoder>(TEncoder encoder) => encoder.WriteOther(value);
    }
}

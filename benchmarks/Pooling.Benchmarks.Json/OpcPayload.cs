namespace Pooling.Benchmarks.Json;

/// <summary>Writes the parts of a message. Brackets are those of JSON.</summary>
internal interface IOpcEncoder
{
    void Start(char bracket);

    void End(char bracket);

    void WriteName(string name);

    void WriteNumber<T>(T value) where T : struct, INumber<T>;

    /// <summary>Writes a value that is not a number: a Boolean, a text, a time, a GUID or bytes.</summary>
    void WriteOther(object value);
}

/// <summary>The content for the codec rows: each scalar type once and ten data values, and, from 100 KB on, arrays of 1,000 of each of the
/// eight numeric types, repeated to reach the size. Types have their numbers in the protocol.</summary>
internal sealed class OpcPayload<TEncoder>(int kilobytes) where TEncoder : IOpcEncoder
{
    private static readonly object s_time = new DateTime(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);

    private readonly (int Type, Action<TEncoder> WriteBody)[] _scalars =
    [
        (1, Other(true)), (2, Number<sbyte>(-12)), (3, Number<byte>(250)), (4, Number<short>(-12_345)), (5, Number<ushort>(54_321)),
        (6, Number(-1_234_567)), (7, Number(3_234_567_890)), (8, Number(-1_234_567_890_123)), (9, Number(12_345_678_901_234UL)),
        (10, Number(12.5f)), (11, Number(1234.5678)), (12, Other("Boiler 7, \"feed\" line\n")), (13, Other(s_time)),
        (14, Other(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))), (15, Other(new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })),
    ];

    private readonly (int Type, Action<TEncoder> WriteBody)[] _arrays =
    [
        (4, Multiples<short>(31)), (5, Multiples<ushort>(61)), (6, Multiples(-12_347)), (7, Multiples(123_457u)),
        (8, Multiples(1_234_567_891L)), (9, Multiples(123_456_789UL)), (10, Multiples(0.25f)), (11, Multiples(0.125)),
    ];

    internal void Write(TEncoder encoder)
    {
        encoder.Start('{');
        encoder.WriteName("Scalars");
        encoder.Start('[');
        WriteAll(encoder, _scalars);
        encoder.End(']');
        encoder.WriteName("DataValues");
        encoder.Start('[');
        for (double value = 0.5; value < 10; value++)
        {
            encoder.Start('{');
            encoder.WriteName("Value");
            StartVariant(encoder, type: 11);
            encoder.WriteNumber(value);
            encoder.End('}');
            encoder.WriteName("StatusCode");
            encoder.WriteNumber(0);
            encoder.WriteName("SourceTimestamp");
            encoder.WriteOther(s_time);
            encoder.End('}');
        }

        encoder.End(']');
        encoder.WriteName("Arrays");
        encoder.Start('[');
        for (int i = 0; i < kilobytes / 64; i++) // about 64 KB each time
            WriteAll(encoder, _arrays);

        encoder.End(']');
        encoder.End('}');
    }

    private static void WriteAll(TEncoder encoder, (int Type, Action<TEncoder> WriteBody)[] variants)
    {
        foreach ((int type, Action<TEncoder> writeBody) in variants)
        {
            StartVariant(encoder, type);
            writeBody(encoder);
            encoder.End('}');
        }
    }

    private static void StartVariant(TEncoder encoder, int type)
    {
        encoder.Start('{');
        encoder.WriteName("Type");
        encoder.WriteNumber(type);
        encoder.WriteName("Body");
    }

    private static Action<TEncoder> Number<T>(T value) where T : struct, INumber<T> => encoder => encoder.WriteNumber(value);

    private static Action<TEncoder> Multiples<T>(T factor) where T : struct, INumber<T>
    {
        T[] values = [.. Enumerable.Range(0, 1_000).Select(i => T.CreateTruncating(i) * factor)];
        return encoder =>
        {
            encoder.Start('[');
            foreach (T value in values)
                encoder.WriteNumber(value);

            encoder.End(']');
        };
    }

    private static Action<TEncoder> Other(object value) => encoder => encoder.WriteOther(value);
}

namespace Pooling.Benchmarks.Json;

/// <summary>One document at a time into memory: written, copied from there, forgotten. Nothing is cleared. By size it
/// is an acknowledgement, a chat message, a customer, or a page of customers.</summary>
public class Utf8JsonWriterPoolBenchmarks : JsonBenchmarks
{
    private static readonly DateTime s_time = new(2026, 3, 14, 15, 9, 26, DateTimeKind.Utc);
    private static readonly string s_note = string.Concat(Enumerable.Repeat("Ring twice, or leave it at the desk. ", 11));

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer = new(Stream.Null);

    [Params(23, 145, 850, 8500)]
    public int Bytes { get; set; }

    [Benchmark(Baseline = true), Row("POOL-json-*", Role.Before)]
    public ReadOnlyMemory<byte> New()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
            Write(writer, Bytes);

        return Copy(buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-*", Role.Peer, "one writer and one buffer, reused by hand")]
    public ReadOnlyMemory<byte> ByHand()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        Write(_writer, Bytes);
        _writer.Flush();
        return Copy(_buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-*", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        Write(lease.Writer, Bytes);
        return Copy(lease.WrittenSpan);
    }

    private ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> document)
    {
        byte[] copy = Target.GetBuffer();
        document.CopyTo(copy);
        return copy.AsMemory(0, document.Length);
    }

    private static void Write(Utf8JsonWriter writer, int bytes)
    {
        if (bytes == 23)
            WriteAcknowledgement(writer);
        else if (bytes == 145)
            WriteChatMessage(writer);
        else if (bytes == 850)
            WriteCustomer(writer, 10_000);
        else
            WritePage(writer);
    }

    private static void WriteAcknowledgement(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, 123456);
        writer.WriteBoolean("ok"u8, true);
        writer.WriteEndObject();
    }

    private static void WriteChatMessage(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, "chat");
        writer.WriteNumber("id"u8, 4711);
        writer.WriteString("from"u8, "Max");
        writer.WriteString("at"u8, s_time);
        writer.WriteString("text"u8, "A wizard is never late, nor is he early; he arrives when he means to.");
        writer.WriteEndObject();
    }

    private static void WritePage(Utf8JsonWriter writer)
    {
        writer.WriteStartArray();
        for (int i = 0; i < 10; i++)
            WriteCustomer(writer, 10_000 + i);

        writer.WriteEndArray();
    }

    private static void WriteCustomer(Utf8JsonWriter writer, int id)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id"u8, id);
        writer.WriteString("name"u8, "Frieda Musterfrau");
        writer.WriteString("email"u8, "frieda.musterfrau@customers.example");
        writer.WriteBoolean("active"u8, true);
        writer.WriteNumber("balance"u8, 1234.56m);
        writer.WriteString("since"u8, s_time);
        writer.WriteStartObject("address"u8);
        writer.WriteString("street"u8, "Kirchgasse 12, Hinterhaus");
        writer.WriteString("city"u8, "Freudenstadt");
        writer.WriteString("zip"u8, "72250");
        writer.WriteEndObject();
        writer.WriteStartArray("tags"u8);
        writer.WriteStringValue("wholesale");
        writer.WriteStringValue("priority");
        writer.WriteStringValue("newsletter");
        writer.WriteEndArray();
        writer.WriteStartArray("orders"u8);
        for (int i = 0; i < 3; i++)
        {
            writer.WriteStartObject();
            writer.WriteNumber("id"u8, 900_000 + i);
            writer.WriteNumber("total"u8, 99.95m);
            writer.WriteString("state"u8, "delivered");
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteString("note"u8, s_note);
        writer.WriteEndObject();
    }
}

namespace Pooling.Benchmarks.Json;

/// <summary>The base class of benchmarks that write the 5,000 customers. The published figures are for exports to a file, and stated per
/// export. These write one export to existing memory, so that every wait completes synchronously and only the writers are
/// measured.</summary>
/// <remarks>Written data is cleared, as in the source and by <see cref="Utf8JsonWriter"/> over a stream: there when a buffer is drained,
/// here before another user can rent it.</remarks>
public abstract class CustomerBenchmarks() : JsonBenchmarks(isCleared: true)
{
    private protected const int CustomersPerFlush = 66; // as published

    private protected static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };
    private protected static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);
    private protected static readonly UnicodeEncoding s_utf16 = new(bigEndian: false, byteOrderMark: false);

    private protected static CustomerPage Page { get; } = CustomerPage.Create(5_000);

    private protected ReadOnlyMemory<byte> Write(Action<Stream> write)
    {
        write(Empty());
        return Written();
    }

    /// <summary>Compares the written bytes with the serializer's document as JSON, because OData escapes fewer characters, in lower case,
    /// and some contenders write UTF-16.</summary>
    private protected string Verify()
    {
        ReadOnlySpan<byte> written = Written().Span;
        Encoding encoding = written[1] is 0 or 0xFE ? Encoding.Unicode : s_utf8; // without a byte order mark, or with one
        using JsonDocument expected = JsonSerializer.SerializeToDocument(Page);
        using JsonDocument actual = JsonDocument.Parse(encoding.GetString(written).TrimStart('\uFEFF'));
        return JsonElement.DeepEquals(expected.RootElement, actual.RootElement)
            ? $"{Page.Value.Length} customers in {encoding.WebName}, equal as JSON"
            : throw new InvalidOperationException("The document differs from that of JsonSerializer.");
    }

    private protected static Action<Stream> Direct(CustomerShape shape, JsonWriterOptions options = default) =>
        Direct((json, flush) => WriteAll(json, shape, flush), options);

    private protected static Action<Stream> Direct(Action<Utf8JsonWriter, Action> write, JsonWriterOptions options = default) => stream =>
    {
        using var json = new Utf8JsonWriter(stream, options);
        write(json, json.Flush);
    };

    private protected static Action<Stream> ArrayPool(CustomerShape shape, JsonWriterOptions options = default) =>
        ArrayPool((json, flush) => WriteAll(json, shape, flush), options);

    /// <summary>Writes as published, except for one defect. In the published code the buffer is emptied while the JSON writer still holds
    /// bytes for it, so that the output is wrong beyond 16 KB, as the sample JsonExport shows.</summary>
    private protected static Action<Stream> ArrayPool(Action<Utf8JsonWriter, Action> write, JsonWriterOptions options = default) => to =>
    {
        using var buffer = new ArrayPoolBuffer();
        using var json = new Utf8JsonWriter(buffer, options);
        write(json, () =>
        {
            json.Flush();
            to.Write(buffer.Written.Span);
            MemoryMarshal.AsMemory(buffer.Written).Span.Clear();
            buffer.Clear();
        });
    };

    private protected Action<Stream> Leased(CustomerShape shape, JsonWriterOptions options = default) => stream =>
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(stream, options);
        WriteAll(lease.Writer, shape);
    };

    private protected Action<Stream> LeasedAsync(CustomerShape shape) => Wait(to => WriteLeasedAsync(Pool.RentAsyncWriter(to), shape));

    private protected static async Task WriteLeasedAsync(PooledAsyncUtf8JsonWriter leased, CustomerShape shape = CustomerShape.Plain)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        var writer = new CustomerWriter(lease.Writer, shape);
        CustomerJson.WriteStart(lease.Writer, Page);
        foreach (Customer customer in Page.Value)
        {
            writer.Write(customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        CustomerJson.WriteEnd(lease.Writer);
    }

    private protected static Action<Stream> Wait(Func<Stream, Task> write) => stream => write(stream).GetAwaiter().GetResult();

    /// <summary>Adds a buffer of the source's size before the stream. It is never disposed, because that would close the stream.</summary>
    private protected static Action<Stream> Buffered(Action<Stream> write) => stream => write(new BufferedStream(stream, 84_000));

    /// <summary>Writes UTF-8 through a stream that converts it to UTF-16, because a <see cref="Utf8JsonWriter"/> only writes
    /// UTF-8.</summary>
    private protected static Action<Stream> Transcoded(Action<Stream> write) => stream =>
    {
        using Stream utf16 = Encoding.CreateTranscodingStream(stream, s_utf16, s_utf8, leaveOpen: true);
        write(utf16);
    };

    private protected static void WriteAll(Utf8JsonWriter json, CustomerShape shape = CustomerShape.Plain, Action? flush = null)
    {
        var writer = new CustomerWriter(json, shape);
        CustomerJson.WriteStart(json, Page);
        for (int i = 0; i < Page.Value.Length; i++)
        {
            writer.Write(Page.Value[i]);
            if (i % CustomersPerFlush == CustomersPerFlush - 1)
                flush?.Invoke();
        }

        CustomerJson.WriteEnd(json);
        flush?.Invoke();
    }
}

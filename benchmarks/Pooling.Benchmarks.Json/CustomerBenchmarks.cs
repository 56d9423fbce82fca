using Pooling.Benchmarks.Json.OData;

namespace Pooling.Benchmarks.Json;

/// <summary>What the classes that write the 5,000 customers have in common. The published figures are of exports to a file, told for each;
/// these write one to memory that is there already, so that every wait ends at once and the writers are what is measured.</summary>
/// <remarks>What is written is cleared, as the source does and <see cref="Utf8JsonWriter"/> over a stream: when a buffer is drained there,
/// before anybody else can rent it here.</remarks>
public abstract class CustomerBenchmarks
{
    private protected const string Escapes = "OData escapes other characters; the smoke run compares the parsed documents";
    private protected const string WritesNothing = "it writes nothing";

    private protected static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);
    private static readonly DefaultJsonWriterFactory s_odata = new();

    private protected static UnicodeEncoding Utf16 { get; } = new(bigEndian: false, byteOrderMark: false);

    private protected CustomerPage Page { get; } = CustomerPage.Create();

    private protected Utf8JsonWriterPool Pool { get; } = new(new Utf8JsonWriterPoolOptions { ClearOnReturn = true });

    private protected MemoryStream Target { get; } = new(8 * 1024 * 1024);

    [GlobalCleanup]
    public void Cleanup() => Pool.Dispose();

    private protected ReadOnlyMemory<byte> Written() => Target.GetBuffer().AsMemory(0, (int)Target.Length);

    /// <summary>Empties the stream, writes, and tells what is in it.</summary>
    private protected ReadOnlyMemory<byte> Write(Action<Stream> write)
    {
        write(Empty());
        return Written();
    }

    /// <summary>Waits until all is written, and tells what is in the stream.</summary>
    private protected ReadOnlyMemory<byte> Finish(Task writing)
    {
        writing.GetAwaiter().GetResult();
        return Written();
    }

    private protected MemoryStream Empty()
    {
        Target.SetLength(0);
        return Target;
    }

    private protected void WriteOData(Stream stream, CustomerShape shape, Encoding? encoding = null)
    {
        using var text = new StreamWriter(stream, encoding ?? s_utf8, leaveOpen: true);
        new ODataExport(s_odata.CreateJsonWriter(text, isIeee754Compatible: false), shape).Write(Page);
    }

    private protected async Task WriteODataAsync(Stream stream, CustomerShape shape, Encoding? encoding = null)
    {
        var text = new StreamWriter(stream, encoding ?? s_utf8, leaveOpen: true);
        await using (text.ConfigureAwait(false))
        {
            var pieces = new AwaitedPieces(text);
            await new ODataExport(pieces.Json, shape).WriteAsync(pieces, Page).ConfigureAwait(false);
        }
    }

    /// <summary>Writes UTF-8 through a stream that makes UTF-16 of it: a <see cref="Utf8JsonWriter"/> writes nothing else.</summary>
    private protected ReadOnlyMemory<byte> Transcode(Action<Stream> write)
    {
        using (var utf16 = Encoding.CreateTranscodingStream(Empty(), Utf16, s_utf8, leaveOpen: true))
            write(utf16);

        return Written();
    }

    private protected async Task TranscodeAsync(Func<Stream, Task> write)
    {
        var utf16 = Encoding.CreateTranscodingStream(Empty(), Utf16, s_utf8, leaveOpen: true);
        await using (utf16.ConfigureAwait(false))
            await write(utf16).ConfigureAwait(false);
    }

    /// <summary>Makes the buffer that some rows have, in the source's size. It is never disposed: that would close the stream.</summary>
    private protected static BufferedStream CreateBuffered(Stream stream) => new(stream, 84_000);
}

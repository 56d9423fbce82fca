using System.Text;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Microsoft.OData.Json;
using Pooling.Benchmarks.Json.OData;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>What the classes that write the 5,000 customers have in common. The published figures are of exports to a file, told for each;
/// these write one to memory that is there already, so that every wait ends at once and the writers are what is measured.</summary>
/// <remarks>What is written is cleared, as the source does and <see cref="Utf8JsonWriter"/> over a stream: when a buffer is drained there,
/// before anybody else can rent it here.</remarks>
public abstract class CustomerBenchmarks
{
    private protected const string EscapesOtherwise = "OData escapes other characters; the smoke run compares the parsed documents";
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
        ODataExport.Write(s_odata.CreateJsonWriter(text, isIeee754Compatible: false), Page, shape);
    }

    private protected async Task WriteODataAsync(Stream stream, CustomerShape shape, Encoding? encoding = null)
    {
        var text = new StreamWriter(stream, encoding ?? s_utf8, leaveOpen: true);
        await using (text.ConfigureAwait(false))
            await ODataExport.WriteAsync(new AsyncTextJsonWriter(text), Page, shape).ConfigureAwait(false);
    }

    /// <summary>Makes a stream that turns UTF-8 into UTF-16: a <see cref="Utf8JsonWriter"/> writes nothing else.</summary>
    private protected static Stream CreateTranscoding(Stream stream) =>
        Encoding.CreateTranscodingStream(stream, Utf16, s_utf8, leaveOpen: true);

    /// <summary>Makes the buffer of the rows that have one, in the size of the source. It is never disposed: that would close the stream.</summary>
    private protected static BufferedStream CreateBuffered(Stream stream) => new(stream, 84_000);
}

using System.Text;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Microsoft.OData.Json;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>What the classes that write the 5,000 customers have in common: the page, the pool,
/// and a stream that is large enough already.</summary>
public abstract class CustomerBenchmarks
{
    private protected static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false);
    private readonly DefaultJsonWriterFactory _odata = new();

    private protected CustomerPage Page { get; } = CustomerPage.Create();

    private protected Utf8JsonWriterPool Pool { get; } = new();

    private protected MemoryStream Target { get; } = new(4 * 1024 * 1024);

    [GlobalCleanup]
    public void Cleanup() => Pool.Dispose();

    private protected static StreamWriter CreateText(Stream stream) => new(stream, s_utf8, leaveOpen: true);

    private protected IJsonWriter CreateOData(TextWriter text) => _odata.CreateJsonWriter(text, isIeee754Compatible: false);

    private protected ReadOnlyMemory<byte> Written() => Target.GetBuffer().AsMemory(0, (int)Target.Length);

    /// <summary>Empties the stream, writes, and tells what is in it.</summary>
    private protected ReadOnlyMemory<byte> Write(Action<Stream> write)
    {
        Target.SetLength(0);
        write(Target);
        return Written();
    }
}

using System.Text.Encodings.Web;
using System.Text.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The technique of the published codec: a writer that is kept, a pooled buffer,
/// and a look at 16 KB whenever an object or an array starts.</summary>
internal sealed class PublishedOpcEncoder
{
    internal static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private const int BufferSize = 16 * 1024;

    private readonly Utf8JsonWriter _writer = new(Stream.Null, Options); // kept for each value of Indented, of which there is one here
    private readonly Action _look;
    private PublishedArrayPoolWriter? _buffer;
    private Stream? _stream;

    internal PublishedOpcEncoder() => _look = Look;

    /// <summary>Writes to memory.</summary>
    /// <returns>The pooled buffer, to be disposed by the caller.</returns>
    internal PublishedArrayPoolWriter Write(OpcPayload payload)
    {
        var buffer = new PublishedArrayPoolWriter(BufferSize);
        _writer.Reset(buffer);
        new OpcJsonEncoder(_writer, null).Write(payload);
        _writer.Flush();
        return buffer;
    }

    /// <summary>Writes to a stream.</summary>
    internal void Write(OpcPayload payload, Stream stream)
    {
        using (_buffer = new PublishedArrayPoolWriter(BufferSize))
        {
            _stream = stream;
            _writer.Reset(_buffer);
            new OpcJsonEncoder(_writer, _look).Write(payload);
            _writer.Flush();
            _buffer.CopyTo(stream);
        }
    }

    private void Look()
    {
        if (_buffer!.WrittenCount + _writer.BytesPending < BufferSize)
            return;

        _writer.Flush();
        _buffer.CopyTo(_stream!);
    }
}

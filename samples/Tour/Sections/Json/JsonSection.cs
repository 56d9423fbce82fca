using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Pooling.Json;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Json;

/// <summary>Compares JSON writers for one document after another.</summary>
internal sealed class JsonSection : ISection
{
    private static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    /// <inheritdoc/>
    public string Name => "json";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Json",
        "A service that answers each request with a JSON document: by the serializer with generated code, or written by hand.",
        [
            context.Compare(Write(
                "A document of 145 B", "The receipt of an order.", new Receipt(), OrderContext.Default.Receipt, Receipt.Write)),
            context.Compare(Write(
                "A document of 850 B", "An order with eight lines, and text that needs escaping.",
                new Order(), OrderContext.Default.Order, Order.Write)),
        ]);

    private static Comparison Write<T>(string name, string detail, T document, JsonTypeInfo<T> type, Action<Utf8JsonWriter, T> write)
        where T : IJsonDocument => new(
            name,
            detail,
            [
                Contender("SerializeToUtf8Bytes", Side.Without, document, send =>
                    send(JsonSerializer.SerializeToUtf8Bytes(document, type))),
                Contender("new Utf8JsonWriter", Side.Without, document, send =>
                {
                    var buffer = new ArrayBufferWriter<byte>();
                    using var writer = new Utf8JsonWriter(buffer);
                    write(writer, document);
                    writer.Flush();
                    return send(buffer.WrittenSpan);
                }),
                Contender("Serialize to a lease", Side.Pooled, document, send =>
                {
                    using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(s_unchecked); // the output of a serializer is valid
                    JsonSerializer.Serialize(lease.Writer, document, type);
                    return send(lease.WrittenSpan);
                }),
                Contender("lease by hand", Side.Pooled, document, send =>
                {
                    using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent();
                    write(lease.Writer, document);
                    return send(lease.WrittenSpan);
                }),
            ])
        { Unit = "document" };

    /// <param name="name">The name in the rows.</param>
    /// <param name="side">Whether it uses this library.</param>
    /// <param name="document">The document to write.</param>
    /// <param name="write">Writes it and sends its bytes; the delegate call is the same for all.</param>
    private static Contender Contender(string name, Side side, IJsonDocument document, Func<Sending, long> write)
    {
        return new(name, side, Run) { Output = Bytes };

        long Run(int count)
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                document.Id = 10_000 + (i & 0xffff); // always five digits
                sum += write(Send);
            }

            return sum;
        }

        byte[] Bytes()
        {
            byte[] bytes = [];
            document.Id = 10_001;
            write(encoded =>
            {
                bytes = encoded.ToArray();
                return bytes.Length;
            });
            return bytes;
        }
    }

    /// <summary>Simulates the response that sends the document.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Send(ReadOnlySpan<byte> encoded) => encoded.Length + encoded[7] + encoded[9];

    private delegate long Sending(ReadOnlySpan<byte> encoded);
}

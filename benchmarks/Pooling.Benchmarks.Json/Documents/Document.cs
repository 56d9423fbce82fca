using System.IO.Pipelines;
using System.Text.Json.Serialization.Metadata;

namespace Pooling.Benchmarks.Json.Documents;

/// <summary>A document of an approximate size, written by hand or by the serializer with generated code, with the same bytes.</summary>
internal abstract class Document
{
    private static readonly DocumentContext s_context = DocumentContext.Default;

    /// <summary>Creates the document of a size: an acknowledgement, a chat message, an order, a customer, or many orders.</summary>
    /// <param name="bytes">The size, rounded for many orders.</param>
    internal static Document Create(int bytes) => bytes switch
    {
        23 => new Document<Acknowledgement>(Acknowledgement.Create(), s_context.Acknowledgement, Acknowledgement.Write),
        145 => new Document<ChatMessage>(ChatMessage.Create(), s_context.ChatMessage, ChatMessage.Write),
        429 => new Document<Order>(Order.Create(0), s_context.Order, Order.Write),
        850 => new Document<Account>(Account.Create(), s_context.Account, Account.Write),
        10_800 => new OrderPage(25, s_context.OrderArray),
        1_300_000 => new OrderPage(3_000, s_context.OrderArray),
        _ => throw new ArgumentOutOfRangeException(nameof(bytes)),
    };

    /// <summary>Writes the document by hand.</summary>
    internal abstract void Write(Utf8JsonWriter writer);

    /// <summary>Writes the document by hand. If it is long, the lease may drain between its items.</summary>
    internal abstract ValueTask WriteAsync(PooledAsyncUtf8JsonWriter lease);

    internal abstract byte[] Serialize();

    internal abstract void Serialize(Utf8JsonWriter writer);

    internal abstract Task SerializeAsync(Stream target);

    internal abstract Task SerializeAsync(PipeWriter target);
}

/// <summary>A document with one value.</summary>
internal class Document<T>(T value, JsonTypeInfo<T> type, Action<Utf8JsonWriter, T> write) : Document
{
    internal sealed override void Write(Utf8JsonWriter writer) => write(writer, value);

    internal override ValueTask WriteAsync(PooledAsyncUtf8JsonWriter lease)
    {
        write(lease.Writer, value);
        return default;
    }

    internal sealed override byte[] Serialize() => JsonSerializer.SerializeToUtf8Bytes(value, type);

    internal sealed override void Serialize(Utf8JsonWriter writer) => JsonSerializer.Serialize(writer, value, type);

    internal sealed override Task SerializeAsync(Stream target) => JsonSerializer.SerializeAsync(target, value, type);

    internal sealed override Task SerializeAsync(PipeWriter target) => JsonSerializer.SerializeAsync(target, value, type);
}

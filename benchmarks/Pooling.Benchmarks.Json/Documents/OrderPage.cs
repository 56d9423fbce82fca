using System.Text.Json.Serialization.Metadata;

namespace Pooling.Benchmarks.Json.Documents;

/// <summary>An array of orders: 10.8 KB or 1.3 MB.</summary>
internal sealed class OrderPage(Order[] orders, JsonTypeInfo<Order[]> type) : Document<Order[]>(orders, type, WriteAll)
{
    private readonly Order[] _orders = orders;

    internal OrderPage(int count, JsonTypeInfo<Order[]> type) : this([.. Enumerable.Range(0, count).Select(Order.Create)], type)
    {
    }

    internal override async ValueTask WriteAsync(PooledAsyncUtf8JsonWriter lease)
    {
        lease.Writer.WriteStartArray();
        foreach (Order order in _orders)
        {
            Order.Write(lease.Writer, order);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        lease.Writer.WriteEndArray();
    }

    private static void WriteAll(Utf8JsonWriter writer, Order[] orders)
    {
        writer.WriteStartArray();
        foreach (Order order in orders)
            Order.Write(writer, order);

        writer.WriteEndArray();
    }
}

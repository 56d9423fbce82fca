using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>The array-pool export exactly as published (rows ODATA-*-ArrayPool): wrong beyond 16 KB.</summary>
/// <remarks>
/// The writer keeps 4 KB or more in memory that it got from the buffer and has not committed yet. The export sends and clears the buffer
/// while those bytes are pending. When the writer commits them afterwards, the buffer counts them from its start, where older bytes are. So
/// from the second piece on, some customers are sent twice and others are lost.
/// </remarks>
internal sealed class ArrayPoolPublishedExport : ICustomerExport
{
    public string Name => "array-pool-published";

    public void Write(CustomerPage page, Stream target)
    {
        using var buffer = new ArrayPoolBuffer();
        using var writer = new Utf8JsonWriter(buffer);
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (IsFull(buffer, writer))
            {
                target.Write(buffer.Written.Span);
                buffer.Clear(); // the defect: the buffer does not contain the writer's pending bytes yet
            }
        }

        CustomerJson.WriteEnd(writer);
        writer.Flush();
        target.Write(buffer.Written.Span);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        using var buffer = new ArrayPoolBuffer();
        using var writer = new Utf8JsonWriter(buffer);
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (IsFull(buffer, writer))
            {
                await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
                buffer.Clear(); // as above
            }
        }

        CustomerJson.WriteEnd(writer);
        writer.Flush();
        await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
    }

    private static bool IsFull(ArrayPoolBuffer buffer, Utf8JsonWriter writer) =>
        buffer.Written.Length + writer.BytesPending > ArrayPoolBuffer.InitialCapacity;
}

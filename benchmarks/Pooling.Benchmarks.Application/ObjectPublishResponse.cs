using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.Benchmarks.Application;

/// <summary>Encodes a publish response in the common way: to a separate stream, whose array is then copied to chunks.</summary>
internal static class ObjectPublishResponse
{
    internal static byte[] Encode(List<ObjectNotification> items, DateTime time)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        WriteId(writer, PublishResponse.Id);
        Write(writer, time);
        writer.Write(5u); // the request
        writer.Write(0u); // good
        writer.Write((byte)0); // no diagnostics, texts or additional header
        writer.Write(0);
        writer.Write([0, 0, 0]);
        writer.Write(3u); // the subscription
        writer.Write(0); // no other messages, none is waiting
        writer.Write(false);
        writer.Write(7u); // the message
        Write(writer, time);
        writer.Write(1);
        WriteId(writer, DataChangeNotification.EncodingId.Number);
        writer.Write((byte)1);
        long start = stream.Position;
        writer.Write(0);
        writer.Write(items.Count);
        foreach (ObjectNotification item in items)
            Write(writer, item);

        writer.Write(-1); // no diagnostics
        long end = stream.Position;
        stream.Position = start;
        writer.Write((int)(end - start - sizeof(int)));
        stream.Position = end;
        writer.Write(0); // no results
        writer.Write(-1); // no diagnostics
        return stream.ToArray();
    }

    private static void WriteId(BinaryWriter writer, uint number)
    {
        writer.Write([1, 0]);
        writer.Write((ushort)number);
    }

    private static void Write(BinaryWriter writer, ObjectNotification item)
    {
        writer.Write(item.ClientHandle);
        writer.Write((byte)0x0D); // a value and both times
        writer.Write((byte)BuiltInType.Double);
        writer.Write((double)item.Value!.Value!);
        Write(writer, item.Value.SourceTimestamp);
        Write(writer, item.Value.ServerTimestamp);
    }

    private static void Write(BinaryWriter writer, DateTime time) => writer.Write(time.ToFileTimeUtc());
}

/// <summary>A notification as an object, with its value as another one.</summary>
internal sealed class ObjectNotification
{
    internal uint ClientHandle { get; init; }
    internal ObjectDataValue? Value { get; init; }
}

using Pooling.Buffers;

namespace Pooling.Samples.MarketData;

/// <summary>Encodes messages that a seed decides, like those of a trading day: books of some depth, and trades and changes of state between
/// them.</summary>
/// <remarks>A frame is a length of 16 bits, a type of 16 bits, and a payload. All numbers are little-endian. A snapshot has instrument,
/// sequence, and two groups: a count of 16 bits, and price, size and orders of each level.</remarks>
internal static class Feed
{
    public const int MaxFrame = 2 * (Snapshot.MaxLevels * Level.Length + sizeof(ushort)) + 14; // bytes after the length

    /// <param name="seed">Decides everything.</param>
    /// <param name="messages">The number of messages.</param>
    /// <param name="maxLevels">The maximum number of levels of each side of a book.</param>
    public static byte[] Encode(int seed, int messages, int maxLevels)
    {
        var random = new Random(seed);
        var writer = new PooledArrayBufferWriter<byte>();
        for (int i = 0; i < messages; i++)
        {
            BufferReservation<byte> length = writer.Reserve(sizeof(ushort));
            uint instrument = (uint)random.Next(500);
            switch (random.Next(10))
            {
                case 0:
                    writer.WriteUInt16LittleEndian((ushort)MessageType.Status);
                    writer.WriteUInt32LittleEndian(instrument);
                    writer.WriteByte((byte)random.Next(4));
                    break;

                case < 4:
                    writer.WriteUInt16LittleEndian((ushort)MessageType.Trade);
                    writer.WriteUInt32LittleEndian(instrument);
                    writer.WriteInt64LittleEndian(random.Next(1_000_000));
                    writer.WriteUInt32LittleEndian((uint)random.Next(1, 500));
                    break;

                default:
                    writer.WriteUInt16LittleEndian((ushort)MessageType.Snapshot);
                    writer.WriteUInt32LittleEndian(instrument);
                    writer.WriteUInt64LittleEndian((ulong)i);
                    int middle = random.Next(10_000, 1_000_000);
                    WriteLevels(writer, random, middle, step: -1, random.Next(maxLevels + 1));
                    WriteLevels(writer, random, middle, step: 1, random.Next(maxLevels + 1));
                    break;
            }

            length.PatchLengthLittleEndian();
        }

        byte[] feed = writer.WrittenSpan.ToArray();
        writer.Dispose();
        return feed;
    }

    private static void WriteLevels(PooledArrayBufferWriter<byte> writer, Random random, int price, int step, int count)
    {
        writer.WriteUInt16LittleEndian((ushort)count);
        for (int i = 0; i < count; i++)
        {
            price += step * random.Next(1, 5);
            writer.WriteInt64LittleEndian(price);
            writer.WriteUInt32LittleEndian((uint)random.Next(1, 10_000));
            writer.WriteUInt16LittleEndian((ushort)random.Next(1, 50));
        }
    }
}

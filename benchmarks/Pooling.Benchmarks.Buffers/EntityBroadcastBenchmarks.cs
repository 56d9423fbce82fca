namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures encoding a packet that informs every player about new entities: their number, and the id and fields of each. All
/// contenders encode into the same writer. They differ in the intermediate buffers between the entities and the packet.</summary>
public class EntityBroadcastBenchmarks : WriterBenchmarks
{
    private const int FieldsLength = 64;

    private readonly byte[] _scratch = new byte[4096];
    private readonly List<EntityAdded> _reused = [];

    [Params(5, 20)]
    public int Entities { get; set; }

    [Benchmark(Baseline = true), Row("GC-002-*", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        var items = new List<EntityAdded>();
        for (uint entity = 1; entity <= Entities; entity++)
            items.Add(new EntityAdded(entity, WriteFields(entity, _scratch).ToArray()));

        return Encode(items);
    }

    /// <summary>Uses one rented array, of which each entity gets a slice, and one list for all packets.</summary>
    [Benchmark, Row("GC-002-*", Role.Published)]
    public ReadOnlyMemory<byte> RentedSlices()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(64 * 1024);
        _reused.Clear();
        for (uint entity = 1; entity <= Entities; entity++)
        {
            Memory<byte> fields = array.AsMemory(_reused.Count * FieldsLength, FieldsLength);
            WriteFields(entity, fields.Span);
            _reused.Add(new EntityAdded(entity, fields));
        }

        ReadOnlyMemory<byte> packet = Encode(_reused);
        ArrayPool<byte>.Shared.Return(array);
        return packet;
    }

    /// <summary>Encodes each entity directly into the packet, without an item, a list or a second copy.</summary>
    [Benchmark, Row("GC-002-*", Role.Ours)]
    public ReadOnlyMemory<byte> StraightIntoThePacket()
    {
        Reset().WriteInt32LittleEndian(Entities);
        for (uint entity = 1; entity <= Entities; entity++)
            WriteFields(entity, AddItem(entity, FieldsLength));

        return Owned.WrittenMemory;
    }

    private ReadOnlyMemory<byte> Encode(List<EntityAdded> items)
    {
        Reset().WriteInt32LittleEndian(items.Count);
        foreach (EntityAdded item in items)
            item.Fields.Span.CopyTo(AddItem(item.Id, item.Fields.Length));

        return Owned.WrittenMemory;
    }

    private Span<byte> AddItem(ulong id, int fieldsLength)
    {
        Span<byte> item = Owned.GetSpan(sizeof(ulong) + sizeof(byte) + fieldsLength);
        BinaryPrimitives.WriteUInt64LittleEndian(item, id);
        item[sizeof(ulong)] = (byte)fieldsLength;
        Owned.Advance(sizeof(ulong) + sizeof(byte) + fieldsLength);
        return item[(sizeof(ulong) + sizeof(byte))..];
    }

    private static Span<byte> WriteFields(uint entity, Span<byte> room)
    {
        room = room[..FieldsLength];
        for (int at = 0; at < FieldsLength; at += sizeof(uint))
            BinaryPrimitives.WriteUInt32LittleEndian(room[at..], entity + (uint)at);

        return room;
    }

    private sealed record EntityAdded(ulong Id, ReadOnlyMemory<byte> Fields);
}

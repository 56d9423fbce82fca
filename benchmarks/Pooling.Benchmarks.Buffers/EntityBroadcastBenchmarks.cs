namespace Pooling.Benchmarks.Buffers;

/// <summary>A packet that tells every player of new entities: how many, and each one's id with its fields. All contenders encode into the
/// same writer; they differ in what lies between the entities and the packet.</summary>
public class EntityBroadcastBenchmarks : WriterBenchmarks
{
    private const int ScratchLength = 4096;
    private const int RentedLength = 64 * 1024;
    private const int FieldsLength = 64;
    private const int HeaderLength = sizeof(ulong) + sizeof(byte);

    private readonly byte[] _scratch = new byte[ScratchLength];
    private readonly List<EntityAdded> _reused = [];
    private uint[] _entities = [];

    [Params(5, 20)]
    public int Entities { get; set; }

    [GlobalSetup]
    public void Setup() => _entities = [.. Enumerable.Range(1, Entities).Select(static number => (uint)number)];

    [Benchmark(Baseline = true), Row("GC-002-*", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        var items = new List<EntityAdded>();
        foreach (uint entity in _entities)
        {
            WriteFields(entity, _scratch);
            byte[] fields = new byte[FieldsLength];
            _scratch.AsSpan(0, FieldsLength).CopyTo(fields);
            items.Add(new EntityAdded(entity, fields));
        }

        Encode(items);
        return Owned.WrittenMemory;
    }

    /// <summary>One rented array, of which each entity gets a slice, and one list for all packets.</summary>
    [Benchmark, Row("GC-002-*", Role.Published)]
    public ReadOnlyMemory<byte> RentedSlices()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(RentedLength);
        _reused.Clear();
        int used = 0;
        foreach (uint entity in _entities)
        {
            WriteFields(entity, array.AsSpan(used));
            _reused.Add(new EntityAdded(entity, array.AsMemory(used, FieldsLength)));
            used += FieldsLength;
        }

        Encode(_reused);
        ArrayPool<byte>.Shared.Return(array);
        return Owned.WrittenMemory;
    }

    /// <summary>Each entity straight into the packet: no item, no list, no second copy.</summary>
    [Benchmark, Row("GC-002-*", Role.Ours)]
    public ReadOnlyMemory<byte> StraightIntoThePacket()
    {
        Owned.ResetWrittenCount(); // as if the packet before had been sent
        Owned.WriteInt32LittleEndian(_entities.Length);
        foreach (uint entity in _entities)
        {
            WriteFields(entity, BeginItem(entity, FieldsLength));
            Owned.Advance(HeaderLength + FieldsLength);
        }

        return Owned.WrittenMemory;
    }

    private void Encode(List<EntityAdded> items)
    {
        Owned.ResetWrittenCount(); // as if the packet before had been sent
        Owned.WriteInt32LittleEndian(items.Count);
        foreach (EntityAdded item in items)
        {
            item.Fields.Span.CopyTo(BeginItem(item.Id, item.Fields.Length));
            Owned.Advance(HeaderLength + item.Fields.Length);
        }
    }

    /// <returns>The room for the fields.</returns>
    private Span<byte> BeginItem(ulong id, int length)
    {
        Span<byte> item = Owned.GetSpan(HeaderLength + length);
        BinaryPrimitives.WriteUInt64LittleEndian(item, id);
        item[sizeof(ulong)] = (byte)length;
        return item[HeaderLength..];
    }

    private static void WriteFields(uint entity, Span<byte> room)
    {
        room = room[..FieldsLength];
        for (int at = 0; at < FieldsLength; at += sizeof(uint))
            BinaryPrimitives.WriteUInt32LittleEndian(room[at..], entity + (uint)at);
    }

    private sealed class EntityAdded(ulong id, ReadOnlyMemory<byte> fields)
    {
        internal ulong Id { get; } = id;

        internal ReadOnlyMemory<byte> Fields { get; } = fields;
    }
}

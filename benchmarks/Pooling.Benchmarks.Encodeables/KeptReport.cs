namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message whose parts are kept by hand. Its connection has one object, which is decoded into again and never shrinks.</summary>
internal sealed class KeptReport
{
    private NewChange[] _changes = [];
    private int _count;

    internal uint SequenceNumber { get; private set; }

    internal ReadOnlySpan<NewChange> Changes => _changes.AsSpan(0, _count);

    internal void Decode(ReadOnlySpan<byte> bytes)
    {
        var reader = new BufferReader(bytes);
        SequenceNumber = reader.ReadUInt32LittleEndian();
        _count = Change.ReadCount(ref reader);
        if (_changes.Length < _count)
            Array.Resize(ref _changes, Math.Max(_count, _changes.Length * 2));

        for (int i = 0; i < _count; i++)
        {
            NewChange change = _changes[i] ??= new NewChange();
            change.Text = null;
            change.Decode(ref reader);
        }
    }
}

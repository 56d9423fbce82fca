using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Several magazines of a lane: the objects of each, or all slots of empty ones.</summary>
internal readonly struct LaneRuns(LaneMagazine[] magazines, int first, int count, bool isEmpty) : ISlotRuns
{
    public int Count => count;

    public Span<MagazineSlot> this[int index] =>
        magazines[first + index].Slots.AsSpan(0, isEmpty ? LaneMagazine.Size : magazines[first + index].Count);
}

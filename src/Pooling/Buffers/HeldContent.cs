using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Refuses to read a writer while a part of its content is held back.</summary>
internal static class HeldContent
{
    /// <summary>Throws if the holder of a writer holds content for it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Refuse(IContentTarget target)
    {
        if (target.Holder is { } holder && holder.HoldsContentFor(target, target.Rental))
        {
            Throw.InvalidOperation(
                "A JSON lease holds content for this writer that it has not written yet. "
                + "Flush or dispose the lease first.");
        }
    }
}

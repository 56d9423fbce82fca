namespace Pooling.Internal;

/// <summary>Checks the arguments of stream members that take a part of an array.</summary>
internal static class ArrayRange
{
    internal static void Check(byte[] buffer, int offset, int count)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (offset > buffer.Length)
        {
            Throw.ArgumentOutOfRange(
                nameof(offset), offset,
                $"The offset is {offset}, but the array has {Quantity.Of(buffer.Length, "byte")}.");
        }

        if (count > buffer.Length - offset)
        {
            Throw.ArgumentOutOfRange(nameof(count), count,
                $"The count is {count}, but the array has {Quantity.Of(buffer.Length - offset, "byte")} from offset "
                + $"{offset} on.");
        }
    }
}

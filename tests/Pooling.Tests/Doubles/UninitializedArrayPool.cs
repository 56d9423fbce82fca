#if !NETFRAMEWORK
using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A pool that creates huge arrays whose memory is not touched until it is used. It refuses the longest of all.</summary>
internal sealed class UninitializedArrayPool : ArrayPool<byte>
{
    internal int LastRequest { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        LastRequest = minimumLength;
        return minimumLength == Array.MaxLength
            ? throw new InjectedFaultException(nameof(Rent))
            : GC.AllocateUninitializedArray<byte>(minimumLength);
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
    }
}
#endif

#if !NETFRAMEWORK
using System.Buffers;

namespace Pooling.Doubles;

/// <summary>Makes huge arrays whose memory nobody touches until it is used, and refuses the longest of all.</summary>
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

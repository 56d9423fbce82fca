using System.Runtime.InteropServices;

namespace Pooling.Budget;

/// <summary>The Linux functions that the instruction counter needs.</summary>
internal static partial class LibC
{
    internal const int Readable = 1;
    internal const int Writable = 2;
    internal const int Executable = 4;
    internal const int PrivateAndAnonymous = 0x22;
    internal const int TrapSignal = 5;
    internal const int OnSignalStack = 0x08000000;

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Map(nint address, nint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    internal static partial int Protect(nint address, nint length, int protection);

    [LibraryImport("libc", EntryPoint = "sigaction", SetLastError = true)]
    internal static partial int HandleSignal(int signal, in SignalAction action, nint previous);

    /// <summary>The handling of a signal, in the layout of glibc and musl on x64.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct SignalAction
    {
        internal nint Handler;
        internal SignalMask Mask;
        internal int Flags;
        internal nint Restorer;
    }

    [System.Runtime.CompilerServices.InlineArray(16)]
    internal struct SignalMask
    {
        private ulong _signals;
    }
}

using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Budget;

/// <summary>Counts the instructions that the calling thread executes with the trap flag of the processor. While it is set, the kernel sends
/// the thread a signal after each instruction, and the handler of that signal counts.</summary>
/// <remarks>The three functions are machine code, because code that is compiled at run time could not change the flag without being counted
/// itself. Needs no rights and no hardware counters. Linux on x64 only.</remarks>
internal static unsafe class InstructionCounter
{
    private const int PageSize = 4_096;
    private const int StopAt = 64;
    private const int HandlerAt = 128;

    private static readonly long* s_count = (long*)NativeMemory.AllocZeroed(sizeof(long));
    private static readonly nint s_code = Load();

    internal static bool IsSupported => OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>Gets the number of instructions since <see cref="Start"/>, including a few of the counter itself.</summary>
    internal static long Count => *s_count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Start()
    {
        *s_count = 0;
        ((delegate* unmanaged[SuppressGCTransition]<void>)s_code)();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Stop() => ((delegate* unmanaged[SuppressGCTransition]<void>)(s_code + StopAt))();

    private static nint Load()
    {
        nint code = LibC.Map(0, PageSize, LibC.Readable | LibC.Writable, LibC.PrivateAndAnonymous, -1, 0);
        if (code == -1)
            throw new Win32Exception(Marshal.GetLastPInvokeError());

        var page = new Span<byte>((void*)code, PageSize);

        // pushfq; or dword [rsp], 0x100; popfq; ret
        ReadOnlySpan<byte> start = [0x9C, 0x81, 0x0C, 0x24, 0x00, 0x01, 0x00, 0x00, 0x9D, 0xC3];

        // pushfq; and dword [rsp], ~0x100; popfq; ret
        ReadOnlySpan<byte> stop = [0x9C, 0x81, 0x24, 0x24, 0xFF, 0xFE, 0xFF, 0xFF, 0x9D, 0xC3];

        // mov rax, address of the count; inc qword [rax]; ret
        Span<byte> handler = [0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0x48, 0xFF, 0x00, 0xC3];
        BinaryPrimitives.WriteInt64LittleEndian(handler[2..], (long)s_count);

        start.CopyTo(page);
        stop.CopyTo(page[StopAt..]);
        handler.CopyTo(page[HandlerAt..]);
        var action = new LibC.SignalAction { Handler = code + HandlerAt, Flags = LibC.OnSignalStack };
        return LibC.Protect(code, PageSize, LibC.Readable | LibC.Executable) == 0 && LibC.HandleSignal(LibC.TrapSignal, in action, 0) == 0
            ? code
            : throw new Win32Exception(Marshal.GetLastPInvokeError());
    }
}

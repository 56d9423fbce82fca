using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Collects the handlers for an <see cref="OpcodeDispatcher{TContext}"/> and builds it.</summary>
/// <typeparam name="TContext">The type of the context of packets, such as a connection.</typeparam>
/// <remarks>
/// <para>Opcodes are 16-bit numbers, states are 64-bit numbers. Cast the values of enums:
/// <c>builder.Add&lt;Move, MoveParser, MoveHandler&gt;((ushort)Opcode.Move, states: (ulong)PlayerState.InWorld)</c>.
/// <see cref="OpcodeHandlerAttribute"/> takes them without a cast.</para>
/// <para>A parser or handler that is a struct is compiled into the single indirect call for each packet; each delegate
/// costs one more.</para>
/// <para>The table spans the smallest to the largest opcode and takes 28 bytes for each number between them: up to 1.8
/// MB if they are far apart.</para>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: the tables; dispatching does not allocate.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class OpcodeDispatcherBuilder<TContext>
{
    private readonly OpcodeTable _table = new();
    private OpcodeFaultHandler<TContext>? _onFault;
    private bool _countsHandled;

    private string DebuggerText => $"Opcodes = {_table.Count}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Sets the handler for exceptions of parsers and handlers. Without it, they are thrown to the caller of
    /// the dispatcher.</summary>
    /// <param name="handler">The handler of the exceptions.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">A handler is already set.</exception>
    public OpcodeDispatcherBuilder<TContext> OnFault(OpcodeFaultHandler<TContext> handler)
    {
        ArgumentNullException.ThrowIfNull(handler);
        if (_onFault is not null)
        {
            Throw.InvalidOperation(
                $"The builder already has an {nameof(OpcodeFaultHandler<>)}. Combine the two into one.");
        }

        _onFault = handler;
        return this;
    }

    /// <summary>Counts handled packets as well. Otherwise, only packets that are not handled are counted.</summary>
    /// <returns>This builder.</returns>
    /// <remarks>Finding the counters of the thread takes about 4 ns for each packet. Otherwise,
    /// <see cref="OpcodeCounters.Handled"/> stays 0.</remarks>
    public OpcodeDispatcherBuilder<TContext> CountHandled()
    {
        _countsHandled = true;
        return this;
    }

    /// <summary>Creates the dispatcher. Handlers that are added to the builder later do not change it.</summary>
    /// <returns>The dispatcher.</returns>
    /// <exception cref="InvalidOperationException">An opcode was added more than once; the message lists each one with
    /// its handlers.</exception>
    public OpcodeDispatcher<TContext> Build()
    {
        var watch = new OpcodeWatch<TContext>(_table.CreateCounters(), _onFault);
        ushort first = _table.First;
        var slots = new OpcodeSlot<TContext>[_table.Length];
        for (int i = 0; i < _table.Count; i++)
        {
            ref readonly OpcodeRegistration added = ref _table.Registrations[i];
            OpcodeEntry<TContext> entry = Unsafe.As<OpcodeEntry<TContext>>(added.Entry).Bind(
                watch, added.Opcode, counter: i);
            slots[added.Opcode - first] = new OpcodeSlot<TContext>(entry, added.States);
        }

        return new OpcodeDispatcher<TContext>(slots, first, watch, _countsHandled);
    }
}

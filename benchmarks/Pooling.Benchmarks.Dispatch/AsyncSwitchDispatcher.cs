using System.Runtime.CompilerServices;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The hand-written way: an asynchronous method with states, counters and a catch around a switch over a
/// method for each opcode.</summary>
internal sealed class AsyncSwitchDispatcher
{
    private readonly ulong[] _states = [.. Enumerable.Repeat(1UL, OpcodeKeys.Count)];
    private readonly long[] _counters = new long[(OpcodeKeys.Count + 1) * 5];

    internal Exception? Last { get; private set; }

    internal async ValueTask<DispatchStatus> DispatchAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        if (opcode >= _states.Length)
            return Count(OpcodeKeys.Count, DispatchStatus.Unknown);

        if ((_states[opcode] & states) == 0)
            return Count(opcode, DispatchStatus.Filtered);

        DispatchStatus status;
        try
        {
            status = await Switch(context, opcode, payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Last = exception;
            status = DispatchStatus.Faulted;
        }

        return Count(opcode, status);
    }

    private static ValueTask<DispatchStatus> Switch(
        SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken) =>
        opcode switch
        {
            0 => HandleAsync<OpcodeKey<Digit0, Digit0, Digit0>>(context, payload, cancellationToken),
            1 => HandleAsync<OpcodeKey<Digit0, Digit0, Digit1>>(context, payload, cancellationToken),
            2 => HandleAsync<OpcodeKey<Digit0, Digit0, Digit2>>(context, payload, cancellationToken),
            3 => HandleAsync<OpcodeKey<Digit0, Digit0, Digit3>>(context, payload, cancellationToken),
            4 => HandleAsync<OpcodeKey<Digit0, Digit1, Digit0>>(context, payload, cancellationToken),
            5 => HandleAsync<OpcodeKey<Digit0, Digit1, Digit1>>(context, payload, cancellationToken),
            6 => HandleAsync<OpcodeKey<Digit0, Digit1, Digit2>>(context, payload, cancellationToken),
            7 => HandleAsync<OpcodeKey<Digit0, Digit1, Digit3>>(context, payload, cancellationToken),
            8 => HandleAsync<OpcodeKey<Digit0, Digit2, Digit0>>(context, payload, cancellationToken),
            9 => HandleAsync<OpcodeKey<Digit0, Digit2, Digit1>>(context, payload, cancellationToken),
            10 => HandleAsync<OpcodeKey<Digit0, Digit2, Digit2>>(context, payload, cancellationToken),
            11 => HandleAsync<OpcodeKey<Digit0, Digit2, Digit3>>(context, payload, cancellationToken),
            12 => HandleAsync<OpcodeKey<Digit0, Digit3, Digit0>>(context, payload, cancellationToken),
            13 => HandleAsync<OpcodeKey<Digit0, Digit3, Digit1>>(context, payload, cancellationToken),
            14 => HandleAsync<OpcodeKey<Digit0, Digit3, Digit2>>(context, payload, cancellationToken),
            15 => HandleAsync<OpcodeKey<Digit0, Digit3, Digit3>>(context, payload, cancellationToken),
            16 => HandleAsync<OpcodeKey<Digit1, Digit0, Digit0>>(context, payload, cancellationToken),
            17 => HandleAsync<OpcodeKey<Digit1, Digit0, Digit1>>(context, payload, cancellationToken),
            18 => HandleAsync<OpcodeKey<Digit1, Digit0, Digit2>>(context, payload, cancellationToken),
            19 => HandleAsync<OpcodeKey<Digit1, Digit0, Digit3>>(context, payload, cancellationToken),
            20 => HandleAsync<OpcodeKey<Digit1, Digit1, Digit0>>(context, payload, cancellationToken),
            21 => HandleAsync<OpcodeKey<Digit1, Digit1, Digit1>>(context, payload, cancellationToken),
            22 => HandleAsync<OpcodeKey<Digit1, Digit1, Digit2>>(context, payload, cancellationToken),
            23 => HandleAsync<OpcodeKey<Digit1, Digit1, Digit3>>(context, payload, cancellationToken),
            24 => HandleAsync<OpcodeKey<Digit1, Digit2, Digit0>>(context, payload, cancellationToken),
            25 => HandleAsync<OpcodeKey<Digit1, Digit2, Digit1>>(context, payload, cancellationToken),
            26 => HandleAsync<OpcodeKey<Digit1, Digit2, Digit2>>(context, payload, cancellationToken),
            27 => HandleAsync<OpcodeKey<Digit1, Digit2, Digit3>>(context, payload, cancellationToken),
            28 => HandleAsync<OpcodeKey<Digit1, Digit3, Digit0>>(context, payload, cancellationToken),
            29 => HandleAsync<OpcodeKey<Digit1, Digit3, Digit1>>(context, payload, cancellationToken),
            30 => HandleAsync<OpcodeKey<Digit1, Digit3, Digit2>>(context, payload, cancellationToken),
            31 => HandleAsync<OpcodeKey<Digit1, Digit3, Digit3>>(context, payload, cancellationToken),
            32 => HandleAsync<OpcodeKey<Digit2, Digit0, Digit0>>(context, payload, cancellationToken),
            33 => HandleAsync<OpcodeKey<Digit2, Digit0, Digit1>>(context, payload, cancellationToken),
            34 => HandleAsync<OpcodeKey<Digit2, Digit0, Digit2>>(context, payload, cancellationToken),
            35 => HandleAsync<OpcodeKey<Digit2, Digit0, Digit3>>(context, payload, cancellationToken),
            36 => HandleAsync<OpcodeKey<Digit2, Digit1, Digit0>>(context, payload, cancellationToken),
            37 => HandleAsync<OpcodeKey<Digit2, Digit1, Digit1>>(context, payload, cancellationToken),
            38 => HandleAsync<OpcodeKey<Digit2, Digit1, Digit2>>(context, payload, cancellationToken),
            39 => HandleAsync<OpcodeKey<Digit2, Digit1, Digit3>>(context, payload, cancellationToken),
            40 => HandleAsync<OpcodeKey<Digit2, Digit2, Digit0>>(context, payload, cancellationToken),
            41 => HandleAsync<OpcodeKey<Digit2, Digit2, Digit1>>(context, payload, cancellationToken),
            42 => HandleAsync<OpcodeKey<Digit2, Digit2, Digit2>>(context, payload, cancellationToken),
            43 => HandleAsync<OpcodeKey<Digit2, Digit2, Digit3>>(context, payload, cancellationToken),
            44 => HandleAsync<OpcodeKey<Digit2, Digit3, Digit0>>(context, payload, cancellationToken),
            45 => HandleAsync<OpcodeKey<Digit2, Digit3, Digit1>>(context, payload, cancellationToken),
            46 => HandleAsync<OpcodeKey<Digit2, Digit3, Digit2>>(context, payload, cancellationToken),
            47 => HandleAsync<OpcodeKey<Digit2, Digit3, Digit3>>(context, payload, cancellationToken),
            48 => HandleAsync<OpcodeKey<Digit3, Digit0, Digit0>>(context, payload, cancellationToken),
            49 => HandleAsync<OpcodeKey<Digit3, Digit0, Digit1>>(context, payload, cancellationToken),
            50 => HandleAsync<OpcodeKey<Digit3, Digit0, Digit2>>(context, payload, cancellationToken),
            51 => HandleAsync<OpcodeKey<Digit3, Digit0, Digit3>>(context, payload, cancellationToken),
            52 => HandleAsync<OpcodeKey<Digit3, Digit1, Digit0>>(context, payload, cancellationToken),
            53 => HandleAsync<OpcodeKey<Digit3, Digit1, Digit1>>(context, payload, cancellationToken),
            54 => HandleAsync<OpcodeKey<Digit3, Digit1, Digit2>>(context, payload, cancellationToken),
            55 => HandleAsync<OpcodeKey<Digit3, Digit1, Digit3>>(context, payload, cancellationToken),
            56 => HandleAsync<OpcodeKey<Digit3, Digit2, Digit0>>(context, payload, cancellationToken),
            57 => HandleAsync<OpcodeKey<Digit3, Digit2, Digit1>>(context, payload, cancellationToken),
            58 => HandleAsync<OpcodeKey<Digit3, Digit2, Digit2>>(context, payload, cancellationToken),
            59 => HandleAsync<OpcodeKey<Digit3, Digit2, Digit3>>(context, payload, cancellationToken),
            60 => HandleAsync<OpcodeKey<Digit3, Digit3, Digit0>>(context, payload, cancellationToken),
            61 => HandleAsync<OpcodeKey<Digit3, Digit3, Digit1>>(context, payload, cancellationToken),
            62 => HandleAsync<OpcodeKey<Digit3, Digit3, Digit2>>(context, payload, cancellationToken),
            63 => HandleAsync<OpcodeKey<Digit3, Digit3, Digit3>>(context, payload, cancellationToken),
            _ => new ValueTask<DispatchStatus>(DispatchStatus.Unknown),
        };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ValueTask<DispatchStatus> HandleAsync<TKey>(SessionContext context, ReadOnlyMemory<byte> payload,
        CancellationToken cancellationToken) where TKey : struct, IOpcodeKey
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return new ValueTask<DispatchStatus>(DispatchStatus.Malformed);

        ValueTask handling = default(MovementHandler<TKey>).HandleAsync(context, packet, cancellationToken);
        return handling.IsCompletedSuccessfully ? new ValueTask<DispatchStatus>(DispatchStatus.Handled) : EndAsync(handling);
    }

    private static async ValueTask<DispatchStatus> EndAsync(ValueTask handling)
    {
        await handling.ConfigureAwait(false);
        return DispatchStatus.Handled;
    }

    private DispatchStatus Count(int opcode, DispatchStatus status)
    {
        _counters[((int)status * (OpcodeKeys.Count + 1)) + opcode]++;
        return status;
    }
}

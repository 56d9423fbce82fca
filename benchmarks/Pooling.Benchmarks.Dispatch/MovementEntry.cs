using System.Runtime.CompilerServices;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>A parser and handler behind an interface.</summary>
internal sealed class MovementEntry<TContext, TKey> : IMovementHandler<TContext> where TKey : struct, IOpcodeKey
{
    public bool Handle(in TContext context, ReadOnlySpan<byte> payload)
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return false;

        if (typeof(TContext) == typeof(SessionContext))
            default(MovementHandler<TKey>).Handle(in Unsafe.As<TContext, SessionContext>(ref Unsafe.AsRef(in context)), in packet);
        else
            default(MovementHandler<TKey>).Handle(in Unsafe.As<TContext, Session>(ref Unsafe.AsRef(in context)), in packet);

        return true;
    }
}

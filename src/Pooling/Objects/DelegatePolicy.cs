using System.Runtime.CompilerServices;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Objects;

/// <summary>Calls a public policy through delegates: an interface call from shared generic code would look up the
/// interface type each time.</summary>
internal readonly struct DelegatePolicy<T> : IItemPolicy<T> where T : class
{
    private readonly Func<T> _create;
    private readonly Func<T, bool>? _reset; // null: nothing to do

    internal DelegatePolicy(Func<T> create, Func<T, bool>? reset)
    {
        _create = create;
        _reset = reset;
    }

    internal static DelegatePolicy<T> From(IPooledObjectPolicy<T> policy) => new(policy.Create, policy.Return);

    public T Create() => _create();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Reset(T item) => _reset is null || _reset(item);

    public void ResetRun(ReadOnlySpan<T> items, ref int kept)
    {
        Func<T, bool>? reset = _reset;
        if (reset is null)
        {
            kept = items.Length;
            return;
        }

        foreach (T item in items)
        {
            if (!reset(item))
                return;

            kept++;
        }
    }
}

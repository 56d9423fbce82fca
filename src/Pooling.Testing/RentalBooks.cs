using System.Runtime.CompilerServices;
using System.Text;

namespace Pooling.Testing;

/// <summary>Records what a pool has rented and what came back, and finds returns that are wrong.</summary>
/// <remarks>
/// <para>The record of an item lives as long as the item, so that a second return is told from a foreign one at any
/// time.</para>
/// <para>Thread safety: all members may be called at the same time.</para>
/// </remarks>
internal sealed class RentalBooks
{
    private const int MaxGroups = 10;

    private readonly object _gate = new();
    private readonly string _pool;
    private readonly TestPoolOptions _options;
    private readonly ConditionalWeakTable<object, Rental> _all = new();
    private readonly Dictionary<long, Rental> _out = [];
    private readonly List<string> _errors = [];
    private long _rented;
    private long _returned;
    private long _lengthOut;

    /// <param name="pool">The name of the pool in messages.</param>
    /// <param name="options">The options. They do not change.</param>
    internal RentalBooks(string pool, TestPoolOptions options)
    {
        _pool = pool;
        _options = options;
    }

    internal int InUse
    {
        get
        {
            lock (_gate)
                return _out.Count;
        }
    }

    /// <summary>Gets the length of all arrays that are out.</summary>
    internal long LengthOut
    {
        get
        {
            lock (_gate)
                return _lengthOut;
        }
    }

    internal long TotalRented
    {
        get
        {
            lock (_gate)
                return _rented;
        }
    }

    internal long TotalReturned
    {
        get
        {
            lock (_gate)
                return _returned;
        }
    }

    internal string[] Errors
    {
        get
        {
            lock (_gate)
                return [.. _errors];
        }
    }

    /// <summary>Gets the rentals that are out, in their order.</summary>
    internal Rental[] Out
    {
        get
        {
            lock (_gate)
                return [.. _out.Values.OrderBy(static rental => rental.Number)];
        }
    }

    /// <summary>Records a rental.</summary>
    internal Rental Add(object item, string text, int offset = 0, int length = 0)
    {
        CallStack? stack = Capture();
        bool isRentedTwice;
        Rental rental;
        lock (_gate)
        {
            isRentedTwice = _all.TryGetValue(item, out Rental? known) && known.IsOut;
            if (known is not null)
                _all.Remove(item);

            rental = new Rental(++_rented, item, text, stack) { Offset = offset, Length = length };
            _all.Add(item, rental);
            _out.Add(rental.Number, rental);
            _lengthOut += LengthOf(item);
        }

        if (isRentedTwice)
            Report($"The same {text} was rented to two renters at the same time: whoever creates it gave it twice.");

        return rental;
    }

    /// <summary>Records a return.</summary>
    /// <param name="item">The item.</param>
    /// <param name="isLost">Whether the call throws on purpose before its work: the item is lost, and the renter must
    /// not return it again.</param>
    /// <returns><see langword="null"/> if the item is not out, which is reported.</returns>
    internal Rental? TakeBack(object item, bool isLost = false)
    {
        CallStack? stack = Capture();
        Rental? known;
        lock (_gate)
        {
            if (_all.TryGetValue(item, out known) && known.IsOut)
            {
                known.IsOut = false;
                known.Returned = stack;
                _out.Remove(known.Number);
                _lengthOut -= LengthOf(item);
                _returned += isLost ? 0 : 1;
                return known;
            }
        }

        string error = known is null
            ? $"A foreign {item.GetType().Name} was returned: this pool has not rented it. "
                + $"Returned:\n{CallStack.TextOf(stack)}"
            : $"A {known.Text} was returned twice. Returned the second time:\n{CallStack.TextOf(stack)}"
                + $"Returned before:\n{CallStack.TextOf(known.Returned)}Rented:\n{CallStack.TextOf(known.Rented)}";
        Report(error, mayThrow: !isLost);
        return null;
    }

    /// <summary>Records an error, and throws if the options say so.</summary>
    internal void Report(string error, bool mayThrow = true)
    {
        lock (_gate)
            _errors.Add(error);

        if (mayThrow && _options.ThrowOnMisuse)
            throw new PoolAssertException($"{_pool}: {error}");
    }

    /// <summary>Throws if there is an error or, on request, if an item is out.</summary>
    internal void Assert(bool allReturned)
    {
        Rental[] rentals = allReturned ? Out : [];
        string[] errors = Errors;
        if (rentals.Length == 0 && errors.Length == 0)
            return;

        var message = new StringBuilder();
        if (rentals.Length != 0)
            AppendOut(message, rentals);

        foreach (string error in errors)
            message.Append(_pool).Append(": ").Append(error.TrimEnd()).Append('\n');

        throw new PoolAssertException(message.ToString().TrimEnd());
    }

    private void AppendOut(StringBuilder message, Rental[] rentals)
    {
        message.Append(_pool).Append($": {rentals.Length} of {TotalRented} rentals are not returned.\n");
        IGrouping<string, Rental>[] groups = [.. rentals.GroupBy(static rental => CallStack.TextOf(rental.Rented))];
        foreach (IGrouping<string, Rental> group in groups.Take(MaxGroups))
        {
            message.Append($"{group.Count()} rented here: ");
            message.Append(string.Join(", ", group.Take(MaxGroups).Select(static rental => rental.Text)));
            message.Append(group.Count() > MaxGroups ? ", ...\n" : "\n").Append(group.Key);
        }

        if (groups.Length > MaxGroups)
            message.Append($"... and {groups.Length - MaxGroups} more places\n");
    }

    private static int LengthOf(object item) => item is Array array ? array.Length : 0;

    private CallStack? Capture() => _options.CaptureStacks ? new CallStack() : null;
}

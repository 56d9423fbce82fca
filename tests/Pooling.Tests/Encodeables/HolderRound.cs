namespace Pooling.Encodeables;

/// <summary>One object with one holder, and all operations that may try to end its rental.</summary>
internal sealed class HolderRound
{
    private readonly EncodeablePool<HeldItem> _type;
    private readonly Holder _holder;
    private readonly HeldItem _item;
    private readonly PooledScope _scope = PooledScope.Begin();
    private readonly PooledScope _elsewhere = PooledScope.Begin();
    private readonly PooledScope _staleScope;
    private readonly PooledRef<HeldItem> _staleToken;
    private readonly PooledRef<HeldItem> _stranger;
    private readonly EncodeableList<HeldItem> _list;
    private int _resetsBefore;
    private PooledRef<HeldItem> _token;
    private PooledRef<HeldItem> _parent;
    private PooledRef<HeldItem> _secondParent;
    private PooledRef<HeldItem> _detached;

    internal HolderRound(EncodeablePool<HeldItem> type, EncodeablePool<HeldItem> parents, Holder holder)
    {
        _type = type;
        _holder = holder;
        _list = new EncodeableList<HeldItem>(type);

        // Earlier rentals leave stale handles.
        _staleToken = type.Rent();
        _item = _staleToken.Value;
        _staleToken.TryReturn();
        _staleScope = PooledScope.Begin();
        RentThrough(_staleScope);
        _staleScope.Dispose();

        HeldItem stranger = _scope.Rent(parents);
        _stranger = _scope.Detach(stranger);
        Take(parents);
        stranger.Child = _item;
    }

    /// <summary>Returns all pairs that may race according to the contract. A scope has one owner at a time, so that only its end races with
    /// itself.</summary>
    internal static IEnumerable<(Ender First, Ender Second)> Pairs()
    {
        Ender[] enders = [.. Enders()];
        return from first in enders
               from second in enders
               where first <= second
               where !((first, second) is (Ender.Detach, Ender.Detach) or (Ender.Scope, Ender.Detach)
                   or (Ender.DetachElsewhere, Ender.DetachElsewhere))
               select (first, second);
    }

    internal static IEnumerable<Ender> Enders()
    {
        for (Ender ender = Ender.Token; ender <= Ender.DetachElsewhere; ender++)
            yield return ender;
    }

    internal HeldItem Item => _item;

    /// <summary>Gets the number of times that the object was returned since <see cref="Begin"/>.</summary>
    internal int Ends => _item.Resets - _resetsBefore;

    /// <summary>Returns whether an operation returns the object when it is the only one.</summary>
    internal bool IsEndedBy(Ender ender) => (_holder, ender) switch
    {
        (Holder.Scope, Ender.Scope) => true,
        (Holder.Token, Ender.Token) => true,
        (Holder.Bare, Ender.Reference or Ender.Stranger) => true, // it was put into the stranger
        (Holder.Parent or Holder.FirstOfTwoParents, Ender.Parent) => true,
        _ => false,
    };

    /// <summary>Starts the round after everything is set up, including other rounds, which may have used an object in the pool.</summary>
    internal void Begin() => _resetsBefore = _item.Resets;

    internal void Run(Ender ender)
    {
        switch (ender)
        {
            case Ender.Token:
                _token.Dispose();
                break;
            case Ender.StaleToken:
                _staleToken.Dispose();
                break;
            case Ender.Reference:
                _type.TryReturn(_item);
                break;
            case Ender.Parent:
                _parent.TryReturn();
                break;
            case Ender.SecondParent:
                _secondParent.TryReturn();
                break;
            case Ender.Stranger:
                _stranger.TryReturn();
                break;
            case Ender.Scope:
                _scope.Dispose();
                break;
            case Ender.StaleScope:
                _staleScope.Dispose();
                break;
            case Ender.Detach:
                _detached = TryDetach(_scope);
                break;
            default:
                TryDetach(_elsewhere).Dispose();
                break;
        }
    }

    /// <summary>Ends the rental of the holder.</summary>
    internal void Finish()
    {
        _token.Dispose();
        _list.Release();
        _detached.Dispose();
        _secondParent.Dispose();
        _parent.Dispose();
        _stranger.Dispose();
        _scope.Dispose();
        _elsewhere.Dispose();
    }

    /// <summary>Gets the expected number of times that the object was returned at the end.</summary>
    internal int ExpectedEnds => _holder == Holder.Pool ? 0 : 1;

    private void Take(EncodeablePool<HeldItem> parents)
    {
        switch (_holder)
        {
            case Holder.Scope:
                RentThrough(_scope);
                break;
            case Holder.Token:
                RentThrough(_scope);
                _token = _scope.Detach(_item);
                break;
            case Holder.Bare:
                var others = new List<HeldItem>();
                for (HeldItem rented = _type.RentUnchecked(); rented != _item; rented = _type.RentUnchecked())
                    others.Add(rented);

                others.ForEach(other => _type.TryReturn(other));
                break;
            case Holder.Parent or Holder.FirstOfTwoParents:
                HeldItem parent = _scope.Rent(parents);
                HeldItem second = _scope.Rent(parents);
                RentThrough(_scope);
                parent.Child = _item;
                if (_holder == Holder.FirstOfTwoParents)
                    second.Child = _item;

                _parent = _scope.Detach(parent);
                _secondParent = _scope.Detach(second);
                break;
            case Holder.List:
                while (_list.Add() != _item)
                {
                }

                break;
        }
    }

    private void RentThrough(PooledScope scope)
    {
        while (scope.Rent(_type) != _item)
        {
        }
    }

    private PooledRef<HeldItem> TryDetach(PooledScope scope)
    {
        try
        {
            return scope.Detach(_item);
        }
        catch (Exception exception) when (exception is ArgumentException or ObjectDisposedException)
        {
            return default;
        }
    }
}

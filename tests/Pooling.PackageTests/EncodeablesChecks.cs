using Pooling.Encodeables;

namespace Pooling.PackageTests;

/// <summary>Checks objects that a decoder rents.</summary>
internal static class EncodeablesChecks
{
    internal static void Run(SelfCheck check)
    {
        PooledRef<Note> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            for (int i = 0; i < 100; i++)
                scope.Rent(Note.Pool).Number = i;

            Note note = scope.Rent(Note.Pool);
            note.Number = 7;
            kept = scope.Detach(note);
        }

        check.Equal("PooledScope returns what was not detached", 1L, static () => Note.Pool.GetStatistics().InUse);
        check.Equal("PooledScope leaves a detached object alone", 7, () => kept.Value.Number);
        check.That("PooledRef returns once", () => kept.TryReturn() && !kept.TryReturn());
        check.Throws<ObjectDisposedException>("PooledRef refuses a use after the return", () => kept.Value.Number++);
        check.Throws<ArgumentOutOfRangeException>("PooledScope refuses a hostile length",
            static () => PooledScope.Begin().RentArray<int>(int.MaxValue));
        check.AllocatesNothing("PooledScope rents a message without allocating", static () =>
        {
            using PooledScope scope = PooledScope.Begin();
            scope.RentArray<int>(10);
            for (int i = 0; i < 100; i++)
                scope.Rent(Note.Pool);
        });
    }

    private sealed class Note : IPooledEncodeable
    {
        private EncodeableState _state;

        internal static EncodeablePool<Note> Pool { get; } = EncodeablePool.Create(static () => new Note());

        internal int Number { get; set; }

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        void IPooledEncodeable.Reset() => Number = 0;

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }
    }
}

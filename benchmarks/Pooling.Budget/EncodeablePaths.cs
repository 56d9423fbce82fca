using Pooling.Encodeables;

namespace Pooling.Budget;

/// <summary>The hot paths of decoders.</summary>
internal static class EncodeablePaths
{
    private const int Parts = 10;

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        new("Encodeables: reference", static () => new(static () =>
        {
            using PooledRef<Part> reference = Part.Pool.Rent();
            reference.Value.Handle = 1;
        })),
        new("Encodeables: rented unchecked", static () => new(static () =>
        {
            Part part = Part.Pool.RentUnchecked();
            part.Handle = 1;
            Part.Pool.TryReturn(part);
        })),
        new("Encodeables: list of 10", static () =>
        {
            var list = new EncodeableList<Part>(Part.Pool);
            return new(() =>
            {
                for (int i = 0; i < Parts; i++)
                    list.Add().Handle = i;

                list.Clear();
            });
        }),
        new("Encodeables: message with 10 parts", static () => new(static () =>
        {
            using PooledRef<Report> reference = Report.Pool.Rent();
            foreach (Part part in reference.Value.Parts.AddRange(Parts))
                part.Handle = 1;
        })),
        new("Encodeables: scope of 10", static () => new(static () =>
        {
            using PooledScope scope = PooledScope.Begin();
            for (int i = 0; i < Parts; i++)
                scope.Rent(Part.Pool).Handle = i;
        })),
        new("Encodeables: scope with an array", static () => new(static () =>
        {
            using PooledScope scope = PooledScope.Begin();
            scope.RentArray<long>(Parts).Span[0] = 1;
        })),
        new("Encodeables: registry", static () =>
        {
            EncodeableTypeRegistry<int> registry = EncodeableTypeRegistry<int>.Create([new(811, Part.Pool), new(812, Report.Pool)]);
            return new(() =>
            {
                using PooledScope scope = PooledScope.Begin();
                registry.TryRent(811, scope, out _);
            });
        }),
    ];
}

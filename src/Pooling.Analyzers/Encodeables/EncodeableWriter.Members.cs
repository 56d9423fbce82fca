using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <content>What is done to each member.</content>
internal sealed partial class EncodeableWriter
{
    private void WriteReset()
    {
        WriteInheritedHeader("Resets an object to its initial state.");
        _code.Open($"{Inherited} {New}void {EncodeableNames.ResetMethod}()");
        if (_model.Members.Any(KeepsMemory))
            _code.Line($"{Room}EncodeablePool.BeginReset(ref {EncodeableNames.StateMethod}(this));");

        if (HasBase)
            _code.Line($"base.{EncodeableNames.ResetMethod}();");

        if (_model.ResetsBase)
            _code.Line($"{EncodeableNames.BaseHook}();");

        foreach (MemberModel member in _model.Members)
            WriteReset(member);

        if (_model.InitAccess == InitAccess.Accessor)
            _code.Line($"{EncodeableNames.InitMethod}(this, 0);");
        else if (_model.InitAccess == InitAccess.Delegate)
            _code.Line($"{EncodeableNames.InitMethod}.Call(this, 0);");

        _code.Line($"{EncodeableNames.Hook}();");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Called at the end of each reset, if it is implemented, "
            + "for members that are marked with [KeepOnReset] and reset by hand.</summary>");
        _code.Line(GeneratedCode);
        _code.Line($"partial void {EncodeableNames.Hook}();");
        if (!_model.ResetsBase)
            return;

        _code.Line();
        _code.Line("/// <summary>Called at the start of each reset, for what the base class stores.</summary>");
        _code.Line(GeneratedCode);
        _code.Line($"partial void {EncodeableNames.BaseHook}();");
    }

    private void WriteReset(MemberModel member)
    {
        if (member.Counted is { } counted)
        {
            _code.Line($"{Room}EncodeablePool.ReturnArray(ref {counted.Field}, ref {counted.Idle}, {member.Access}, "
                + $"ref {EncodeableNames.StateMethod}(this));");
        }

        string own = OwnOf(member);
        switch (member.Reset)
        {
            case MemberReset.Assign when !member.IsInitOnly:
                _code.Line($"{member.Access} = {member.Initial};");
                break;

            case MemberReset.OwnCollection:
                WriteChoice(
                    $"{own} is null{(HasCapacity(member) ? $" || !{KeepsCall(member, own)}" : "")}",
                    $"{own} = {member.Initial};",
                    member.Collection!.IsArray
                        ? $"global::System.Array.Clear({own}, 0, {own}.Length);"
                        : $"{own}.Clear();");
                WriteOwn(member);
                break;

            case MemberReset.OwnEncodeable:
                WriteChoice($"{own} is null", $"{own} = {member.Initial};", $"(({Interface}){own}).Reset();");
                WriteOwn(member);
                break;

            case MemberReset.FixedCollection when member.Collection!.IsArray:
                _code.Line($"global::System.Array.Clear({member.Access}, 0, {member.Access}.Length);");
                break;

            case MemberReset.FixedCollection when member.Collection!.TrimCall is { } trim:
                WriteChoice(KeepsCall(member, member.Access), $"{member.Access}.Clear();", $"{member.Access}.Clear();",
                    $"{member.Access}.{trim};");
                break;

            case MemberReset.FixedCollection:
                _code.Line($"{member.Access}.Clear();");
                break;

            case MemberReset.List:
                _code.Line($"{member.Access}?.Clear();");
                break;

            case MemberReset.FixedEncodeable:
                _code.Line($"(({Interface}){member.Access}).Reset();");
                break;
        }
    }

    private static bool HasCapacity(MemberModel member) =>
        member is { Reset: MemberReset.OwnCollection, Collection.SizeProperty: not null }
            or { Reset: MemberReset.FixedCollection, Collection.TrimCall: not null };

    private static bool KeepsMemory(MemberModel member) => member.Counted is not null || HasCapacity(member);

    private string KeepsCall(MemberModel member, string collection)
    {
        CollectionModel model = member.Collection!;
        // The capacity of a new collection is never too large, even if the collection rounds it up.
        int initial = model.Capacity > int.MaxValue / 2 ? int.MaxValue : 2 * model.Capacity;
        bool isSet = _model.RetainedCapacity > 0;
        int kept = Math.Max(isSet ? _model.RetainedCapacity : DefaultKeptCapacity, initial);
        string capacity = model.SizeProperty == model.CountProperty ? "-1" : $"{collection}.{model.SizeProperty}";
        string state = $"ref {EncodeableNames.StateMethod}(this), ref {UsageOf(member)}";
        return $"{Room}EncodeablePool.KeepsCollection<{model.Item}>({state}, "
            + $"{collection}.{model.CountProperty}, {capacity}, {kept}, {(isSet ? kept : int.MaxValue)})";
    }

    private void WriteChoice(string condition, string yes, params string[] no)
    {
        _code.Open($"if ({condition})");
        _code.Line(yes);
        _code.Close();
        _code.Open("else");
        foreach (string line in no)
            _code.Line(line);

        _code.Close();
    }

    private void WriteOwn(MemberModel member)
    {
        if (!member.IsInitOnly)
            _code.Line($"{member.Access} = {OwnOf(member)};");
    }

    // An init accessor can set init-only members of an existing object as well as of a new one; only the language
    // prevents that call.
    private void WriteInit()
    {
        if (_model.InitAccess == InitAccess.None)
            return;

        _code.Line();
        LineMark();
        _code.Open($"private int {EncodeableNames.InitProperty}");
        _code.Open("init");
        foreach (MemberModel member in _model.Members.Where(member => member.IsInitOnly))
        {
            if (member.Reset == MemberReset.Assign)
                _code.Line($"{member.Access} = {member.Initial};");
            else if (IsOwn(member))
                _code.Line($"{member.Access} = {OwnOf(member)}!;");
        }

        _code.Close();
        _code.Close();
        _code.Line();
        LineMark();
        if (_model.InitAccess == InitAccess.Accessor)
        {
            _code.Line($"[{Accessor}({Accessor}Kind.Method, Name = \"set_{EncodeableNames.InitProperty}\")]");
            _code.Line($"private static extern void {EncodeableNames.InitMethod}({_model.Type} item, int value);");
            return;
        }

        const string Flags = "global::System.Reflection.BindingFlags.";
        string action = $"global::System.Action<{_model.Type}, int>";
        _code.Open($"private static class {EncodeableNames.InitMethod}");
        _code.Line($"internal static readonly {action} Call = ({action})global::System.Delegate.CreateDelegate(");
        _code.Line($"    typeof({action}),");
        _code.Line($"    typeof({_model.Type}).GetProperty(\"{EncodeableNames.InitProperty}\", "
            + $"{Flags}Instance | {Flags}NonPublic | {Flags}DeclaredOnly)!.GetSetMethod(nonPublic: true)!);");
        _code.Close();
    }

    private void WriteRents()
    {
        foreach (MemberModel member in _model.Members)
        {
            if (member.Counted is not { } counted)
                continue;

            _code.Line();
            _code.Line($"/// <summary>Rents the array of <c>{counted.Member}</c> and sets <c>{counted.Count}</c>. "
                + "The object returns the array when it is reset, if it still holds it.</summary>");
            _code.Line(
                "/// <param name=\"length\">The number of items to use, 0 or more. If 0, nothing is rented.</param>");
            _code.Line("/// <param name=\"maxLength\">The maximum number of items to accept here. "
                + "A decoder can derive it from the number of bytes left.</param>");
            _code.Line("/// <returns>The items. Their initial values are whatever the pool left in the array, "
                + "or null references. The array can be longer.</returns>");
            _code.Line("/// <exception cref=\"global::System.ArgumentOutOfRangeException\"><paramref name=\"length\"/> "
                + "is negative or greater than <paramref name=\"maxLength\"/>; nothing was rented.</exception>");
            _code.Line(GeneratedCode);
            if (counted.IsObsolete)
                _code.Line(ObsoleteUse.Mark);

            _code.Open($"{counted.Accessibility} global::System.Span<{counted.Item}> {counted.Method}(int length, "
                + $"int maxLength = {Room}PooledScope.DefaultMaxLength)");
            _code.Line(
                $"{counted.Array} items = {Room}EncodeablePool.RentArray(ref {counted.Field}, ref {counted.Idle}, "
                + "length, maxLength);");
            _code.Line($"{member.Access} = items;");
            _code.Line($"{counted.CountAccess} = length;");
            _code.Line($"return new global::System.Span<{counted.Item}>(items, 0, length);");
            _code.Close();
        }
    }

    private void WriteVisit()
    {
        _code.Line();
        WriteInheritedHeader("Passes what an object owns to a visitor.");
        _code.Open($"{Inherited} {New}void {EncodeableNames.VisitMethod}(ref {Visitor} nested)");
        if (HasBase)
            _code.Line($"base.{EncodeableNames.VisitMethod}(ref nested);");

        foreach (MemberModel member in _model.Members)
            WriteVisit(member);

        _code.Close();
    }

    private void WriteVisit(MemberModel member)
    {
        switch (member.Nested)
        {
            case NestedShape.Item when member.Reset == MemberReset.FixedEncodeable:
                _code.Line($"(({Interface}){member.Access}).VisitNested(ref nested);");
                break;

            case NestedShape.Item:
                _code.Line($"nested.Visit({member.Access});");
                if (member.Reset == MemberReset.OwnEncodeable)
                {
                    // It does not come from a pool and is skipped, but its content may come from one.
                    _code.Open($"if ({OwnOf(member)} is not null)");
                    _code.Line($"(({Interface}){OwnOf(member)}).VisitNested(ref nested);");
                    _code.Close();
                }

                break;

            case NestedShape.Struct:
                _code.Line($"{member.Access}.VisitNested(ref nested);");
                break;

            case NestedShape.CountedItems:
                _code.Line($"nested.VisitItems<{member.Item}>({member.Access}!, {member.Counted!.CountAccess});");
                break;

            case NestedShape.CountedStructs:
                _code.Open($"if ({member.Access} is {{ }} items{member.Name})");
                _code.Open($"for (int i = 0; i < {member.Counted!.CountAccess} && i < items{member.Name}.Length; i++)");
                _code.Line($"items{member.Name}[i].VisitNested(ref nested);");
                _code.Close();
                _code.Close();
                break;

            case NestedShape.Span or NestedShape.Items:
                WriteEach(member, $"{member.Item}? item", $"nested.Visit<{member.Item}>(item);");
                break;

            case NestedShape.Values:
                WriteEach(member, $"{member.Pair} pair", $"nested.Visit<{member.Item}>(pair.Value);");
                break;

            case NestedShape.Structs:
                WriteEach(member, $"{member.Item} item", "item.VisitNested(ref nested);");
                break;

            case NestedShape.StructValues:
                WriteEach(member, $"{member.Pair} pair", "pair.Value.VisitNested(ref nested);");
                break;

            case NestedShape.List or NestedShape.PooledArray:
                _code.Line($"nested.Visit<{member.Item}>({member.Access});");
                break;

            case NestedShape.PooledArrayOfItems:
                _code.Line($"nested.VisitItems<{member.Item}>({member.Access}!);");
                break;

            case NestedShape.PooledArrayOfStructs:
                _code.Open($"if ({member.Access} is {{ }} items{member.Name})");
                // By index: since .NET 10, the enumerator of a span is a ref struct with an interface, which languages
                // before C# 13 refuse.
                _code.Line($"nested.VisitItems<{member.Item}>(items{member.Name}, "
                    + $"out global::System.Span<{member.Item}> span{member.Name});");
                _code.Open($"for (int i = 0; i < span{member.Name}.Length; i++)");
                _code.Line($"span{member.Name}[i].VisitNested(ref nested);");
                _code.Close();
                _code.Line($"nested.Visit<{member.Item}>(items{member.Name});");
                _code.Close();
                break;
        }
    }

    private void WriteEach(MemberModel member, string variable, string visit)
    {
        WriteEach(member.Access, "");
        if (member.Reset == MemberReset.OwnCollection) // its items belong to the object even if it was replaced
            WriteEach(OwnOf(member), $" && (object){OwnOf(member)} != {member.Access}");

        void WriteEach(string collection, string condition)
        {
            _code.Open($"if ({collection} is not null{condition})");
            _code.Open($"foreach ({variable} in {collection})");
            _code.Line(visit);
            _code.Close();
            _code.Close();
        }
    }

    private void WriteAdopt()
    {
        if (!Adopts)
            return;

        _code.Line();
        WriteInheritedHeader("Stores what a new object has created for itself.");
        _code.Open($"{Inherited} {New}void {EncodeableNames.AdoptMethod}()");
        if (HasBase)
            _code.Line($"base.{EncodeableNames.AdoptMethod}();");

        foreach (MemberModel member in _model.Members.Where(IsOwn))
        {
            string type = member.Collection!.Type.TrimEnd('?');
            _code.Line(type == member.Type.TrimEnd('?')
                ? $"{OwnOf(member)} = {member.Access};"
                : $"{OwnOf(member)} = ({type}?){member.Access};");
        }

        _code.Close();
    }
}

using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Prints the declaration of a member.</summary>
internal static class PublicMemberApi
{
    internal static string Print(MemberInfo member) => CSharpAttributes.Of(member.GetCustomAttributesData()) + member switch
    {
        ConstructorInfo constructor =>
            $"{Modifiers(constructor)}{constructor.DeclaringType!.Name.Split('`')[0]}({Parameters(constructor)});",
        MethodInfo method => Print(method),
        PropertyInfo property => Print(property),
        EventInfo @event => $"{Modifiers(@event.AddMethod!)}event {HandlerType(@event)} {@event.Name};",
        FieldInfo field => Print(field),
        _ => throw new ArgumentOutOfRangeException(nameof(member), member, "No member that has a declaration."),
    };

    internal static string Parameters(MethodBase method) => Parameters(method.GetParameters(), method);

    internal static string ReturnType(MethodInfo method)
    {
        string reference = !method.ReturnType.IsByRef ? ""
            : HasModifier(method.ReturnParameter, "InAttribute")
                || CSharpAttributes.Has(method.ReturnParameter.GetCustomAttributesData(), "IsReadOnlyAttribute")
                ? "ref readonly "
            : "ref ";

        return reference + CSharpTypeName.Of(method.ReturnType,
            NullableAnnotations.Of(method.ReturnParameter.GetCustomAttributesData(), method, method.DeclaringType));
    }

    private static string HandlerType(EventInfo @event) =>
        CSharpTypeName.Of(@event.EventHandlerType!, NullableAnnotations.Of(@event.GetCustomAttributesData(), null, @event.DeclaringType));

    private static string Print(MethodInfo method)
    {
        Type[] parameters = method.GetGenericArguments();
        string generic = parameters is [] ? "" : $"<{string.Join(", ", parameters.Select(parameter => parameter.Name))}>";
        string returned = CSharpAttributes.Of(method.ReturnParameter.GetCustomAttributesData(), "return: ");

        return $"{returned}{Modifiers(method)}{ReturnType(method)} "
            + $"{method.Name}{generic}({Parameters(method)}){PublicTypeApi.Constraints(parameters, method.DeclaringType!, method)};";
    }

    private static string Print(PropertyInfo property)
    {
        MethodInfo[] accessors = [.. property.GetAccessors(nonPublic: true).Where(PublicApi.IsReachable)];
        MethodInfo widest = accessors.OrderByDescending(accessor => accessor.IsPublic).First();
        ParameterInfo[] index = property.GetIndexParameters();
        string required = CSharpAttributes.Has(property.GetCustomAttributesData(), "RequiredMemberAttribute") ? "required " : "";
        string reference = property.PropertyType.IsByRef
            ? (CSharpAttributes.Has(property.GetCustomAttributesData(), "IsReadOnlyAttribute") ? "ref readonly " : "ref ")
            : "";
        string type = CSharpTypeName.Of(property.PropertyType,
            NullableAnnotations.Of(property.GetCustomAttributesData(), widest, property.DeclaringType));
        string name = index is [] ? property.Name : $"this[{Parameters(index, widest)}]";
        IEnumerable<string> list = accessors.OrderBy(accessor => accessor.Name, StringComparer.Ordinal)
            .Select(accessor => Accessor(accessor, widest));

        return $"{required}{Modifiers(widest)}{reference}{type} {name} {{ {string.Join(' ', list)} }}";
    }

    private static string Print(FieldInfo field)
    {
        string type = CSharpTypeName.Of(field.FieldType,
            NullableAnnotations.Of(field.GetCustomAttributesData(), null, field.DeclaringType));
        if (field.DeclaringType!.IsEnum)
            return $"{field.Name} = {field.GetRawConstantValue()},";

        string access = field.IsPublic ? "public " : "protected ";
        if (field.IsLiteral)
            return $"{access}const {type} {field.Name} = {CSharpAttributes.Literal(field.GetRawConstantValue(), field.FieldType)};";

        return $"{access}{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}{type} {field.Name};";
    }

    private static string Accessor(MethodInfo accessor, MethodInfo widest)
    {
        string access = accessor.IsPublic == widest.IsPublic ? "" : "protected ";
        string kind = accessor.Name.StartsWith("get_", StringComparison.Ordinal)
            ? "get;"
            : HasModifier(accessor.ReturnParameter, "IsExternalInit") ? "init;" : "set;";

        return access + kind;
    }

    private static string Parameters(ParameterInfo[] parameters, MethodBase method)
    {
        string extension = CSharpAttributes.Has(method.GetCustomAttributesData(), "ExtensionAttribute") ? "this " : "";

        return extension + string.Join(", ", parameters.Select(parameter => Parameter(parameter, method)));
    }

    private static string Parameter(ParameterInfo parameter, MethodBase method)
    {
        IList<CustomAttributeData> attributes = parameter.GetCustomAttributesData();
        string many = CSharpAttributes.Has(attributes, "ParamArrayAttribute")
            || CSharpAttributes.Has(attributes, "ParamCollectionAttribute") ? "params " : "";
        string scoped = CSharpAttributes.Has(attributes, "ScopedRefAttribute") ? "scoped " : "";
        string reference = !parameter.ParameterType.IsByRef ? ""
            : parameter.IsOut ? "out "
            : CSharpAttributes.Has(attributes, "RequiresLocationAttribute") ? "ref readonly "
            : CSharpAttributes.Has(attributes, "IsReadOnlyAttribute") ? "in "
            : "ref ";
        string type = CSharpTypeName.Of(parameter.ParameterType, NullableAnnotations.Of(attributes, method, method.DeclaringType));
        string value = parameter.HasDefaultValue
            ? $" = {CSharpAttributes.Literal(parameter.RawDefaultValue, parameter.ParameterType)}"
            : "";

        return $"{CSharpAttributes.Of(attributes)}{many}{scoped}{reference}{type} {parameter.Name}{value}";
    }

    private static string Modifiers(MethodBase method)
    {
        string access = method.IsPublic ? "public " : method.IsFamilyOrAssembly ? "protected internal " : "protected ";
        bool isReadOnly = method.DeclaringType!.IsValueType
            && CSharpAttributes.Has(method.GetCustomAttributesData(), "IsReadOnlyAttribute");
        string dispatch = method switch
        {
            { DeclaringType.IsInterface: true } => "",
            { IsStatic: true } => "static ",
            { IsAbstract: true } => "abstract ",
            { IsVirtual: true } when !method.Attributes.HasFlag(MethodAttributes.NewSlot) =>
                method.IsFinal ? "sealed override " : "override ",
            { IsVirtual: true, IsFinal: false } => "virtual ",
            _ => "",
        };

        return access + dispatch + (isReadOnly ? "readonly " : "");
    }

    private static bool HasModifier(ParameterInfo parameter, string name) =>
        parameter.GetRequiredCustomModifiers().Any(modifier => modifier.Name == name);
}

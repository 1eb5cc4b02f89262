port module Page exposing
    ( Model
    , Msg(..)
    , main
    , view
    , (|=)
    )

{-| The page. {- nested -} TODO: more
-}

import Browser
import Html.Attributes as Attr exposing (class, style)
import Json.Decode as Decode
    exposing (Decoder)


-- MODEL


{-| What is shown. -}
type alias Model =
    { count : Int
    , items : List { name : String, on : Bool }
    }


type Msg
    = Increment
    | Set Int (Maybe String)


type Private
    = Private


port store : String -> Cmd msg


{-| Starts the program.
-}
main : Program () Model Msg
main =
    Browser.element { init = init, view = view, update = update, subscriptions = \_ -> Sub.none }


view :
    Model
    -> Html Msg
view model =
    case model.count of
        0 ->
            if model.count == 1 then text "a" else text "b"

        _ ->
            text """
not : a declaration
"""


update : Msg -> Model -> ( Model, Cmd Msg )
update msg model =
    ( model, Cmd.none )


helper x =
    x


infix right 5 (|=) = keeper


keeper : Int
keeper = 1
